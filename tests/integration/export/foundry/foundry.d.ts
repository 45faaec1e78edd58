// The module's own settings, flags and queries, for the types of Foundry.
import type { Request } from "./actiondeck-future-imperfect/engine.mjs";
import type { DrawnCard, FollowUp } from "./actiondeck-future-imperfect/exchange.mjs";
import type { Result } from "./actiondeck-future-imperfect/authority.mjs";

type Id = "actiondeck-future-imperfect";

declare global {
  namespace CONFIG {
    interface Queries {
      "actiondeck-future-imperfect.request": (data: { user: string | null; action: "draw" | "endRound"; count: number }) => Promise<Result>;
    }
  }
  interface SettingConfig {
    "actiondeck-future-imperfect.players": boolean;
    "actiondeck-future-imperfect.command": string;
  }
  interface FlagConfig {
    Cards: { [ID in Id]?: { edition?: string; pile?: boolean; shuffled?: boolean; due?: boolean } };
    Card: { [ID in Id]?: { place?: number; shuffle?: string } };
    ChatMessage: { [ID in Id]?: { steps?: Request[]; cards?: DrawnCard[]; follow?: FollowUp[] } };
  }
}
