/** A setting that is wrong or missing; its message is one sentence that names it. */
export class SettingsError extends Error {}
