import cluster from 'node:cluster'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppOptions, createApp } from './app'
import type { Database } from './database/connect'
import { openDatabase, openConnectionPools, type ServingDatabase } from './database/open-database'
import { seedWhenEmpty } from '~demo/seed-when-empty'
import { storeDemoPortraits } from '~demo/pictures/store-demo-portraits'
import { storeDemoVenues } from '~demo/pictures/store-demo-venues'
import { findSetupAddress, hashPassword } from './features/identity/server/public'
import { type Configuration, readConfiguration } from './platform/config/configuration'
import { readSecret } from './platform/config/secret'
import { bindFreePort, type BoundPort } from './platform/http/listen'
import { createLog, type Logger } from './platform/log/log'
import { createStorage } from './platform/storage/create-storage'
import { isTracing, recordStatement } from './platform/telemetry/tracing'

type RenderPage = AppOptions['renderPage']

/**
 * Reads the configuration, opens and migrates the database, seeds the demo and starts the features, without listening.
 */
export async function boot(
  renderPage: RenderPage,
  {
    database,
    config = readConfiguration(process.env),
    log = createLog({ level: config.logLevel }),
  }: { database?: ServingDatabase | undefined; config?: Configuration; log?: Logger } = {},
) {
  let opened: { close: () => Promise<void> } | undefined
  try {
    let serving = database
    let signIns: Awaited<ReturnType<typeof seedWhenEmpty>> = []
    if (!serving) {
      const bare = await openDatabase(config, { log, poolSize: 2 })
      opened = bare
      // Logs only the URL of the built-in PostgreSQL, because DATABASE_URL contains a password.
      if (config.databaseUrl === undefined)
        log.debug({ url: bare.url }, 'the built-in PostgreSQL is at this address')
      // Seeds the demo now, because the connections opened below have the statement limits of requests.
      if (config.seed === 'demo') signIns = await seedDemoWithPictures(bare.db, config)
      serving = openConnectionPools(bare, {
        log,
        poolSize: config.databasePool,
        prepares: config.preparesStatements,
        replicaUrl: config.databaseReplicaUrl,
        onStatement: isTracing() ? recordStatement : undefined,
      })
      opened = serving
    }
    const secret = readSecret(config)
    const app = createApp({ config, secret, log, database: serving, renderPage })
    await app.start()
    const { publicUrl } = config
    const setupAddress = await findSetupAddress({ db: serving.db, secret, publicUrl })
    const setup = writeSetupLink(setupAddress, config.dataDir)
    return { app, config, log, database: serving, signIns, setup }
  } catch (error) {
    await opened?.close()
    throw error
  }
}

async function seedDemoWithPictures(db: Database, config: Configuration) {
  const storage = createStorage(config)
  try {
    const storePictures = async () => ({
      avatarUrls: await storeDemoPortraits(storage),
      eventImageUrls: await storeDemoVenues(storage),
    })
    return await seedWhenEmpty(db, { now: new Date(), hashPassword, storePictures })
  } finally {
    storage.close()
  }
}

/**
 * Writes the link for creating the first admin to a file only this user can read, and returns what to print. The link
 * itself is printed only to a terminal, because container output is stored and sent elsewhere. Removes the file once
 * there is an admin.
 */
function writeSetupLink(address: string | undefined, dataDir: string): string {
  const file = join(dataDir, 'setup-link')
  rmSync(file, { force: true })
  if (address === undefined) return ''
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${address}\n`, { mode: 0o600 })
  const message = 'This site has no admin yet.'
  return process.stdout.isTTY
    ? `${message} Create one at ${address}\n`
    : `${message} The link to create one is in ${file}\n`
}

/** Reads the configuration. With PORT=0, binds the port first, because the default of PUBLIC_URL contains it. */
async function bindPort(): Promise<{ config: Configuration; bound?: BoundPort }> {
  const config = readConfiguration(process.env)
  if (config.port !== 0) return { config }
  const bound = await bindFreePort(config.host)
  return { bound, config: readConfiguration({ ...process.env, PORT: String(bound.port) }) }
}

/**
 * Starts OpenTelemetry. Call it before the database is opened, so that its statements are traced. Loads no code if no
 * telemetry endpoint is configured.
 */
async function startTelemetry({ telemetry }: Configuration, log: Logger) {
  if (telemetry === undefined) return undefined
  const { startOpenTelemetry } = await import('./platform/telemetry/open-telemetry')
  return startOpenTelemetry(telemetry, log)
}

/** Runs in production until SIGTERM or SIGINT, then finishes open requests. Throws an error with a readable sentence when it can't start. */
export async function serve(pages: { renderPage: RenderPage; clientFolder: string }): Promise<void> {
  const { bound, config } = await bindPort()
  const log = createLog({ level: config.logLevel })
  const telemetry = await startTelemetry(config, log)
  const { app, database, signIns, setup } = await boot(pages.renderPage, { config, log })
  telemetry?.exportMetrics(app.metrics)
  const close = async () => {
    await app.stop()
    await telemetry?.stop()
    await database.close()
  }
  const listening = await app.listen(pages.clientFolder, bound).catch(async (error) => {
    await close()
    throw error
  })
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'stopping: finishing open requests')
    app.beginStop()
    // A proxy that checks /readyz sends requests elsewhere from now on.
    await sleep(config.drainSeconds * 1000)
    await listening.close()
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      })
    })
  // Of several workers (scripts/workers.mjs), only the first one prints the welcome.
  if (cluster.worker && cluster.worker.id !== 1) return

  const people = signIns.map(({ role, email, password }) => `  ${role.padEnd(10)} ${email}  ${password}`)
  const message =
    config.isDemo && config.smtpUrl === undefined ? `Emails are shown at ${listening.address}/dev/mail\n` : ''
  const welcome = people.length > 0 ? `Sign in as\n${people.join('\n')}\n` : ''
  // Printed after the signal handlers are registered, because a program that reads this output may stop the process
  // immediately.
  process.stdout.write(`Back to Back is at ${listening.address}\n${message}${welcome}${setup}`)
}
