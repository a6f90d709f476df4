// Serves the product for the journeys from a copy of a seeded data folder. Journeys with a separate product copy the
// same folder, see product.ts, because seeding takes several seconds. In the long run the product connects through PgBouncer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLongRun } from '../../support/long-run.ts'
import { startPgBouncer } from '../../support/pgbouncer.ts'
import { copyFolder, startProduct } from './product.ts'

const template = process.env['E2E_TEMPLATE_DIR'] ?? ''
const dataDir = process.env['DATA_DIR'] ?? ''
const product = await startProduct(template)
await product.stop()
copyFolder(template, dataDir)

const pooled = isLongRun ? await startPooledDatabase() : undefined
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  stdio: 'inherit',
  env: { ...process.env, ...pooled?.settings },
})
process.once('SIGTERM', () => server.kill('SIGTERM'))
const [code] = await once(server, 'exit')
await pooled?.stop()
process.exit(code ?? 1)

/** Serves the database of the data folder through PgBouncer. A second product, which runs no jobs, owns its PostgreSQL. */
async function startPooledDatabase() {
  const owner = await startProduct(dataDir, { ROLE: 'web' })
  // The fifth line of this file is the folder of the socket.
  const folder = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const direct = `postgres://back_to_back@localhost/back_to_back?host=${encodeURIComponent(folder)}`
  const pool = await startPgBouncer(direct, { size: 10 })
  return {
    settings: {
      DATABASE_URL: pool.toPooledUrl(direct),
      DATABASE_DIRECT_URL: direct,
      DATABASE_PREPARE: 'off',
      PUBLIC_DEMO: 'true',
      SEED: 'none',
      SECRET: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
    },
    async stop() {
      await pool.stop()
      await owner.stop()
    },
  }
}
