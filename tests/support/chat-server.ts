import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '~/app'
import { connect } from '~/database/connect'
import { readConfiguration } from '~/platform/config/configuration'
import { createLog } from '~/platform/log/log'

// The product without its pages and jobs, in a process that a test may kill. It sends its address to the test.
const config = { ...readConfiguration(process.env), port: 0, dataDir: tmpdir() }
const { databaseUrl: url = '', secret = '' } = config
const app = createApp({
  config,
  secret,
  log: createLog({ level: 'error' }),
  database: { db: connect({ url, poolSize: 8 }), url },
  renderPage: () => new Response('A page'),
})
const { address } = await app.listen(mkdtempSync(join(tmpdir(), 'back-to-back-chaos-')))
process.send?.(address)
// The parent process has ended.
process.on('disconnect', () => process.exit())
