"""Counts of a deck.csv at every threshold, and those of true dice in cards: read card by card."""
import csv, json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    cards = list(csv.DictReader(file))
size, out = len(cards), {}
columns = {}
for head in cards[0]:
    part, *rest = head.split(" ")[0].split("_")
    if part in ("cause", "effect"):
        columns.setdefault((part, int(rest[0][1:])), []).append(head)
for (part, sides), heads in columns.items():
    for row in range(1, len(heads) + 1):
        if part == "cause":
            shown = [max(int(card[head]) for head in heads[:row]) for card in cards]
            targets = range(2, sides + 1)
            dice = [1 - ((target - 1) / sides) ** row for target in targets]
        else:
            shown = [int(card[heads[row - 1]]) for card in cards]
            top = max(shown) + 2 * sides
            # An open-ended die shows j times its highest number and then r with chance 1 / sides^(j + 1).
            one = {j * sides + r: sides ** -(j + 1) for j in range(12) for r in range(1, sides)}
            total = {0: 1.0}
            for _ in range(row):
                after = {}
                for a, p in total.items():
                    for b, q in one.items():
                        if a + b <= 4 * top:
                            after[a + b] = after.get(a + b, 0) + p * q
                total = after
            targets = range(row, 4 * top)
            dice = [sum(p for value, p in total.items() if value >= target) for target in targets]
            low = 1 - dice[0]
            dice = [chance + low for chance in dice]
        name = f"{row}d{sides}" if part == "cause" else f"({row}){sides}"
        out[name] = {
            "cards": [sum(value >= target for value in shown) for target in targets],
            "dice": [size * chance for chance in dice],
        }
json.dump(out, sys.stdout)
