-- A stand-in for the few calls of Tabletop Simulator that the draw board uses.
--
-- Arguments: the saved object, then steps. A step is the name of a button's function, "press LABEL", "save" (save and
-- load the script), "menu" (the first entry of the draw pile's menu) or "piles". Prints what players would read.
local json = require("cjson")
local steps = { table.unpack(arg, 2) }
local file = assert(io.open(arg[1]))
local save = json.decode(file:read("*a"))
file:close()

local objects, board = {}, nil
local env = setmetatable({}, { __index = _G })
env._G = env

local function plain(value)
  if value == json.null then return nil end
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, own in pairs(value) do copy[key] = plain(own) end
  return copy
end
env.JSON = { decode = function(text) return plain(json.decode(text)) end, encode = json.encode }
function env.printToAll(text) print(text) end
function env.getObjectsWithTag(tag)
  local found = {}
  for _, object in ipairs(objects) do
    if object.hasTag(tag) then table.insert(found, object) end
  end
  return found
end

local function remove(object)
  for place, own in ipairs(objects) do
    if own == object then table.remove(objects, place) end
  end
end

local new_object
local function spawn(object)
  table.insert(objects, object)
  if env.onObjectSpawn then env.onObjectSpawn(object) end
  return object
end

-- An object with the entries of its cards, the top one last.
function new_object(cards, tags, at, rotation)
  local object = { type = #cards > 1 and "Deck" or "Card", cards = cards, menu = {} }
  object.hasTag = function(tag)
    for _, own in ipairs(tags) do
      if own == tag then return true end
    end
    return false
  end
  object.getPosition = function() return at end
  object.setPosition = function(to) at = to end
  object.setPositionSmooth = object.setPosition
  object.setRotation = function(to) rotation = to end
  object.setRotationSmooth = object.setRotation
  object.getQuantity = function() return #cards end
  object.getGMNotes = function() return object.type == "Card" and cards[1].GMNotes or "" end
  object.getName = function() return object.type == "Card" and cards[1].Nickname or "" end
  object.getDescription = function() return object.type == "Card" and cards[1].Description or "" end
  object.addContextMenuItem = function(label, click) table.insert(object.menu, { label, click }) end
  object.getObjects = function()
    local entries = {}
    for _, card in ipairs(cards) do
      table.insert(entries, { gm_notes = card.GMNotes, description = card.Description })
    end
    return entries
  end
  object.shuffle = function()
    -- Not random: the first card becomes the last one.
    table.insert(cards, table.remove(cards, 1))
    return true
  end
  -- A deck of two that loses a card ends, and its last card is an object of its own.
  object.takeObject = function(how)
    local taken = new_object({ table.remove(cards) }, tags, how.position, how.rotation)
    if #cards == 1 then
      remove(object)
      spawn(new_object({ cards[1] }, tags, at, rotation))
    end
    spawn(taken)
    how.callback_function(taken)
    -- A card that falls on another one forms a deck with it.
    for _, other in ipairs(objects) do
      local own = other.getPosition()
      if other ~= taken and math.abs(own.x - how.position.x) < 0.5 then
        local whole = {}
        for _, part in ipairs({ other, taken }) do
          for _, card in ipairs(part.cards) do table.insert(whole, card) end
          remove(part)
        end
        spawn(new_object(whole, tags, own, how.rotation))
        break
      end
    end
    return taken
  end
  object.putObject = function(other)
    local whole = {}
    for _, part in ipairs({ object, other }) do
      for _, card in ipairs(part.cards) do table.insert(whole, card) end
      remove(part)
    end
    return spawn(new_object(whole, tags, at, rotation))
  end
  return object
end

for _, own in ipairs(save.ObjectStates) do
  local place = { x = own.Transform.posX, y = own.Transform.posY, z = own.Transform.posZ }
  if own.Name == "DeckCustom" then
    -- The first card of a saved deck is at the bottom.
    spawn(new_object(own.ContainedObjects, own.Tags, place, { x = 0, y = 180, z = 180 }))
  else
    board = own
  end
end

local buttons = {}
env.self = {
  positionToWorld = function(place) return { x = place.x, y = place.y, z = place.z } end,
  clearButtons = function() buttons = {} end,
  createButton = function(button) table.insert(buttons, button) end,
}

local function load_script(saved)
  for _, name in ipairs({ "onLoad", "onSave", "onObjectSpawn" }) do env[name] = nil end
  assert(load(board.LuaScript, "board", "t", env))()
  env.onLoad(saved)
end
load_script("")

for _, step in ipairs(steps) do
  local label = step:match("^press (.*)")
  if step == "save" then
    load_script(env.onSave())
  elseif step == "menu" then
    local item = env.getObjectsWithTag("actiondeck")[1].menu[1]
    item[2]("Ann")
  elseif step == "piles" then
    local counts = {}
    for _, object in ipairs(objects) do
      table.insert(counts, string.format("%d at %.1f", #object.cards, object.getPosition().x))
    end
    table.sort(counts)
    print(table.concat(counts, ", "))
  else
    local pressed = false
    for _, button in ipairs(buttons) do
      if button.label == label and not pressed then
        pressed = true
        env[button.click_function](env.self, "Ann")
      end
    end
    assert(pressed, "no button " .. step)
  end
end
