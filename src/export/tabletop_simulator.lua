-- The draw board of a deck: draws cards, reads them and keeps the discard pile.
--
-- The export writes the table DECK above this text: the tag of every card, the dice of both grids with their labels,
-- rows, the least exceptional number of each die, the shuffle policy, and words. The draw pile is left of the board, the
-- discard pile right of it.

local DRAW, DISCARD = { x = -3.4, y = 1, z = 0 }, { x = 3.4, y = 1, z = 0 }
-- How far a card or a pile may be from its place, in units of the table.
local NEAR = 1.4
local FACE_UP, FACE_DOWN = { x = 0, y = 180, z = 0 }, { x = 0, y = 180, z = 180 }

local state = { rows = 1, due = false }
local reading = nil

-- A text of the export with its parts filled in: say("card", { number = 34 }).
local function say(name, parts)
  local text = DECK.words[name]
  for part, value in pairs(parts or {}) do
    text = text:gsub("{" .. part .. "}", (tostring(value):gsub("%%", "%%%%")))
  end
  return text
end

local function tell(text, player)
  printToAll((player and player .. ": " or "") .. text, { 1, 1, 1 })
end

-- The cards and decks of this deck near a place of the board.
local function pile_at(place)
  local at, found = self.positionToWorld(place), {}
  for _, object in ipairs(getObjectsWithTag(DECK.tag)) do
    local is_card = object.type == "Card" or object.type == "Deck"
    local own = object.getPosition()
    local off = (own.x - at.x) ^ 2 + (own.z - at.z) ^ 2
    if is_card and off < NEAR ^ 2 and not object.held_by_color then table.insert(found, object) end
  end
  return found
end

local function count(pile)
  local sum = 0
  for _, object in ipairs(pile) do
    sum = sum + (object.type == "Deck" and object.getQuantity() or 1)
  end
  return sum
end

-- Puts the discard pile under the draw pile and shuffles both.
local function shuffle_discards()
  local draw, discards = pile_at(DRAW), pile_at(DISCARD)
  state.due = false
  local whole = table.remove(draw, 1) or table.remove(discards, 1)
  if whole == nil then return false end
  whole.setPosition(self.positionToWorld(DRAW))
  whole.setRotation(FACE_DOWN)
  for _, pile in ipairs({ draw, discards }) do
    for _, object in ipairs(pile) do
      object.setRotation(FACE_DOWN)
      whole = whole.putObject(object) or whole
    end
  end
  if whole.type == "Deck" then whole.shuffle() end
  tell(say("shuffled"))
  return true
end

-- Whether a card with these data makes a shuffle due, with so many cards left.
local function is_due(card, left)
  local policy = DECK.policy
  if policy.trigger == "sign" then return card.shuffle == "sign" end
  if policy.trigger == "cards-left" then return left <= policy.cards end
  return false
end

-- The cells of a column of the cause grid from its first row on, as printed.
local function cells(card, die, rows)
  local column, least, shown = card.cause[die], DECK.exceptional[die], {}
  for row = 1, math.min(rows, #column) do
    local cell = tostring(column[row])
    if least and type(column[row]) == "number" and column[row] >= least then
      cell = say("exceptional", { cell = cell })
    end
    table.insert(shown, cell)
  end
  return table.concat(shown, ", ")
end

local function show_buttons()
  self.clearButtons()
  local function add(label, name, x, z, width)
    self.createButton({
      label = label, click_function = name, function_owner = self, position = { x, 0.6, z },
      width = width, height = 260, font_size = 150,
    })
  end
  add(say("draw"), "click_draw", -1.15, -1.1, 1000)
  add(say("follow_up"), "click_follow_up", 1.15, -1.1, 1000)
  add("-", "click_fewer", -1.9, -0.45, 260)
  add(say("rows", { rows = state.rows }), "click_more", -0.9, -0.45, 700)
  add("+", "click_more", 0.1, -0.45, 260)
  add(say("card_text"), "click_card", 1.4, -0.45, 750)
  for place, die in ipairs(DECK.cause) do
    add(DECK.labels[die], "click_cause_" .. place, -1.9 + 0.62 * (place - 1), 0.2, 280)
  end
  for place, die in ipairs(DECK.effect) do
    add("(" .. math.min(state.rows, DECK.effect_rows) .. ")" .. DECK.labels[die], "click_effect_" .. place, -1.9 + 0.62 * (place - 1), 0.85, 280)
  end
  if DECK.policy.time == "end-of-round" then
    add(say("end_of_round"), "click_end_of_round", 0, 1.5, 1300)
  end
end

-- Reads a question from the drawn card: a grid, its die and the rows.
local function read(question, player)
  local card = state.card
  if card == nil then return tell(say("draw_first"), player) end
  reading = question
  local filled = { grid = DECK.words[question.grid], die = DECK.labels[question.die], rows = question.rows }
  if question.grid == "effect" then
    filled.cells = tostring(card.effect[question.die][question.rows] or "")
    tell(say("effect_cell", filled), player)
  else
    filled.cells = cells(card, question.die, question.rows)
    tell(say("column", filled), player)
  end
end

-- Draws the top card of the draw pile onto the discard pile; `next` is called with its data.
local function draw(player, next)
  if state.busy then return end
  if state.due and DECK.policy.time == "at-once" then shuffle_discards() end
  local pile = pile_at(DRAW)
  if count(pile) == 0 then
    if not shuffle_discards() then return tell(say("no_cards"), player) end
    pile = pile_at(DRAW)
  end
  local left = count(pile) - 1
  local to = self.positionToWorld(DISCARD)
  to.y = to.y + 0.5 + 0.02 * count(pile_at(DISCARD))
  local function drawn(object)
    state.busy = false
    local card = JSON.decode(object.getGMNotes())
    state.card = card
    if is_due(card, left) then
      state.due = true
      if DECK.policy.time == "end-of-round" then tell(say("shuffle_at_end")) end
    end
    next(card, object)
  end
  local top = pile[#pile]
  if top.type == "Deck" then
    state.busy = true
    top.takeObject({
      position = to, rotation = FACE_UP, smooth = true,
      callback_function = function(object) drawn(object) end,
    })
  else
    top.setPositionSmooth(to)
    top.setRotationSmooth(FACE_UP)
    drawn(top)
  end
end

function click_draw(_, player)
  reading = nil
  draw(player, function(_, object) tell(say("drew", { card = object.getName() }), player) end)
end

-- Another card after an exceptional result: the same question again.
function click_follow_up(_, player)
  local question = reading
  if question == nil then return tell(say("draw_first"), player) end
  draw(player, function(_, object)
    tell(say("drew", { card = object.getName() }), player)
    read(question, player)
  end)
end

function click_fewer()
  state.rows = math.max(1, state.rows - 1)
  show_buttons()
end

function click_more()
  state.rows = math.min(DECK.rows, state.rows + 1)
  show_buttons()
end

function click_card(_, player)
  for _, object in ipairs(pile_at(DISCARD)) do
    local notes = object.type == "Card" and JSON.decode(object.getGMNotes())
    if state.card and notes and notes.number == state.card.number then
      return tell(object.getDescription(), player)
    end
    for _, entry in ipairs(object.type == "Deck" and object.getObjects() or {}) do
      local own = JSON.decode(entry.gm_notes)
      if state.card and own and own.number == state.card.number then
        return tell(entry.description, player)
      end
    end
  end
  tell(say("draw_first"), player)
end

function click_end_of_round()
  if state.due then shuffle_discards() end
end

for place, die in ipairs(DECK.cause) do
  _G["click_cause_" .. place] = function(_, player)
    read({ grid = "cause", die = die, rows = state.rows }, player)
  end
end
for place, die in ipairs(DECK.effect) do
  _G["click_effect_" .. place] = function(_, player)
    read({ grid = "effect", die = die, rows = math.min(state.rows, DECK.effect_rows) }, player)
  end
end

local function add_menu(object)
  local is_card = object.type == "Card" or object.type == "Deck"
  if is_card and object.hasTag(DECK.tag) then
    object.addContextMenuItem(say("draw"), function(player) click_draw(self, player) end)
  end
end

function onLoad(saved)
  local is_new = saved == nil or saved == ""
  if not is_new then state = JSON.decode(saved) end
  state.busy = false
  show_buttons()
  -- The file has the cards in the order of their numbers.
  if is_new then
    for _, object in ipairs(pile_at(DRAW)) do
      if object.type == "Deck" then object.shuffle() end
    end
  end
  for _, object in ipairs(getObjectsWithTag(DECK.tag)) do add_menu(object) end
end

-- Decks and cards become new objects whenever piles are joined or divided.
function onObjectSpawn(object)
  add_menu(object)
end

function onSave()
  return JSON.encode(state)
end
