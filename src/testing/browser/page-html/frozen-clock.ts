/**
 * Loaded into the server before anything else: its clock stands still at FROZEN_AT, so that what pages say about time is always
 * the same. Timers run as usual.
 */
const frozenAt = Number(process.env.FROZEN_AT);

globalThis.Date = new Proxy(Date, {
  construct: (real, given) => Reflect.construct(real, given.length > 0 ? given : [frozenAt]),
});
Date.now = () => frozenAt;
