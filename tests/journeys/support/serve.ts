// Serves the product for the journeys from a copy of a seeded data folder. Journeys with a separate product copy the
// same folder, see product.ts, because seeding takes several seconds.
import { spawn } from 'node:child_process'
import { copyFolder, startProduct } from './product.ts'

const template = process.env['E2E_TEMPLATE_DIR'] ?? ''
const product = await startProduct(template)
await product.stop()
copyFolder(template, process.env['DATA_DIR'] ?? '')

const server = spawn(process.execPath, ['scripts/start.mjs'], { stdio: 'inherit' })
process.once('SIGTERM', () => server.kill('SIGTERM'))
server.once('exit', (code) => process.exit(code ?? 1))
