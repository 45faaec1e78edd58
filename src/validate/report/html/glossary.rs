//! The words of the page, explained for a designer who is no statistician.

/// The section, in HTML.
pub(super) const GLOSSARY: &str = "<h2 id=\"words\">Words of this page</h2>
<dl>
<dt>card, half a card</dt><dd>Chances are counted in cards of 54. A chance of dice hardly ever is a whole number of cards; the nearest whole number is at most half a card away, a chance of 1 in 108.</dd>
<dt>check, level, target number</dt><dd>A check reads the best of so many rows of a column as its level says, and has to reach the target number.</dd>
<dt>open-ended</dt><dd>A die that shows its highest number is thrown again and added. Follow-up cards do the same for the deck.</dd>
<dt>turns out otherwise</dt><dd>Put deck and dice side by side so that they agree as often as can be: the share of answers that still differ. For a check it is the distance between the two chances of success.</dd>
<dt>reading</dt><dd>One thing that is read from a card, such as 3d10, row 2 of an effect column or the hit step.</dd>
<dt>correlation, r</dt><dd>How far two readings rise and fall together: 0 is not at all, 1 always, −1 against each other. With r = 0.05 it takes some 1,500 draws to see it.</dd>
<dt>joint threshold error</dt><dd>How many cards reach two numbers at once, less how many would if the two readings knew nothing of each other. It sees more than r, which looks for straight lines only.</dd>
<dt>root mean square</dt><dd>A mean in which large errors count for more: the root of the mean of the squares.</dd>
<dt>least possible</dt><dd>What no deck can go below, worked out and not tried. The best deck lies somewhere between that and the figure achieved.</dd>
<dt>step to the next</dt><dd>What an effect row has more than the row above it: it ought to be one more die, whatever the row above shows.</dd>
<dt>shift, σ</dt><dd>How far a mean is off, in standard deviations of the dice: the usual distance of one throw from their mean.</dd>
<dt>spread</dt><dd>The standard deviation of the cards over that of the dice: below 1 the cards lie closer together.</dd>
<dt>draws to detect</dt><dd>After so many draws, each from a shuffled deck and each written down, a test at 5 % would tell the cell from its dice with an even chance.</dd>
<dt>known to a card counter, bits</dt><dd>What somebody who remembers all drawn cards knows of the next one; the whole die has the bits of its second column. Shuffling earlier keeps it small.</dd>
<dt>streak, drought</dt><dd>The same event several times in a row, or not at all for several draws, without a shuffle in between.</dd>
</dl>
";
