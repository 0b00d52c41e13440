/** Invalid or missing setting. The message is one sentence with the name of the setting. */
export class SettingsError extends Error {}
