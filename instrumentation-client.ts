// zod would try whether it may make code of text, which pages forbid and browsers report. Said
// here, ahead of every schema, so that pages without one need not bring zod along.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
