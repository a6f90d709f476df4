import * as module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isInProductNode, loadEnvironmentFile } from './project.mjs'
import { startProduct } from './workers.mjs'

// V8 and glibc read these only when a process starts. V8 sizes its young generation by the machine (128 MB at 24 GB)
// and lets garbage grow up to its limit (4 GB); glibc keeps freed memory in one arena per thread. Together they held
// more memory than the product itself.
const HEAP_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024']
const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

if (await isInProductNode('scripts/start.mjs')) {
  restartWithHeapFlags()
  loadEnvironmentFile()
  // V8 allocates objects directly in the old generation at sites where most early objects survived a collection. It
  // decides once. Under load it decides while pages are half rendered; from then on each page keeps others in memory
  // until a full collection, and these collections cost a quarter of the render throughput. Set this flag first,
  // because cached code is valid only for the same flags.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Caches compiled code in node_modules, so that a second start skips most of the compilation (Node 22.1 and newer).
  module.enableCompileCache?.('node_modules/.cache/compiled')
  process.env.NODE_ENV ??= 'production'
  await startProduct(async () => {
    const { serve } = await import('../dist/server/server.js')
    await serve()
  })
}

/** Restarts this process with the flags above, unless one of them was set explicitly. On Linux, from Node 22.15. */
function restartWithHeapFlags() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  if (
    process.execve === undefined ||
    process.platform !== 'linux' ||
    /--max-(?:semi|old)-space-size/.test(given)
  )
    return
  const parameters = [...HEAP_FLAGS, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...parameters], { ...HEAP_ENVIRONMENT, ...process.env })
}
