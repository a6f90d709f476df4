// Builds the browser and server bundles into dist/, and compresses browser assets at the highest level.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { restoreAssets, saveAssets } from './earlier-assets.mjs'
import { buildMark, bundle, bundleAll, commands, isInProductNode, sourceMark } from './project.mjs'

const COMPRESSIBLE = /\.(?:css|html|ico|js|json|map|svg|txt|wasm|webmanifest|xml)$/
const SMALLEST = 512
/**
 * Files above this size, in bytes, are compressed at brotli quality 9: the highest quality would take seven seconds
 * for the largest script, for a tenth less size.
 */
const LARGE = 2 * 1024 * 1024

if (await isInProductNode('scripts/build.mjs')) {
  console.log('Building (about ten seconds) …')
  const mark = sourceMark()
  rmSync(buildMark, { force: true })
  saveAssets('dist')
  process.env.NODE_ENV = 'production'
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ logLevel: 'warn' })
  await builder.buildApp()
  await bundle('src/features/tickets/server/email/tickets-email-thread.ts', 'tickets-email-thread')
  await bundleAll(commands, 'commands')
  await compress('dist/client')
  restoreAssets('dist')
  // Written last, so that an interrupted build is repeated.
  writeFileSync(buildMark, mark)
}

async function compress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < SMALLEST) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
