import { fileURLToPath } from 'node:url'
import type { createApp } from './app'
import type { ServingDatabase } from './database/open-database'
import { renderPage } from './render-page'
import { boot, serve as serveProduct } from './serve'

type Running = { app: ReturnType<typeof createApp>; database: ServingDatabase }

export function serve(): Promise<void> {
  return serveProduct({ renderPage, clientFolder: fileURLToPath(new URL('../client', import.meta.url)) })
}

// `vite dev` evaluates this file again after a change; the database it opened stays open in the process.
const cached: { [key: symbol]: Promise<Running> | undefined } = globalThis
const key = Symbol.for('back-to-back.development')
let current: Promise<Running> | undefined

async function restartProduct(previous: Promise<Running> | undefined): Promise<Running> {
  const running = await previous?.catch(() => undefined)
  await running?.app.stop()
  const booted = await boot(renderPage, { database: running?.database })
  process.stdout.write(booted.setup)
  return booted
}

/** Development: Vite calls this for every request that is neither a module nor a file. */
export default {
  async fetch(request: Request): Promise<Response> {
    current ??= cached[key] = restartProduct(cached[key])
    const { app } = await current
    return app.fetch(request)
  },
}
