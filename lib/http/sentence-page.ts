/**
 * Returns an HTML page with one sentence in the colours of the festival, for errors in which no
 * page can be rendered.
 */
export const sentencePage = (title: string, sentence: string): string =>
  `<!doctype html><html lang="hr"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><body style="margin:0;padding:2rem;background:#0b0e1c;color:#f5f0e3;font:700 1.5rem/1.3 system-ui"><p>${sentence}</p><p><a href="" style="color:#e4ff3a">Pokušaj ponovno</a></p>`
