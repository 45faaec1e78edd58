// The manifest as Foundry's own type of a module's data.
import manifest from "./actiondeck-future-imperfect/module.json";

export const module: foundry.packages.BaseModule.CreateData = manifest;
