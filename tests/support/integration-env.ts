/** Sets the environment of every integration test, in a time zone other than Zagreb's. */
export function setIntegrationEnv(databaseUrl: string): void {
  Object.assign(process.env, {
    TZ: 'America/Los_Angeles',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'a secret of the tests, long enough to be one',
    DEMO: '0',
  })
}
