// Runs the built product in this process.
import * as module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isInProductNode, loadEnvironmentFile } from './project.mjs'

// What V8 and glibc read only when a process starts. V8 sizes its young generation by the machine (128 MB at 24 GB) and lets garbage
// grow by its limit (4 GB); glibc keeps freed memory in an arena per thread. Together they held more than the product itself.
const HEAP_FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=1024']
const HEAP_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

if (await isInProductNode('scripts/start.mjs')) {
  beginAgainWithHeapFlags()
  loadEnvironmentFile()
  // V8 makes objects old at birth where most of those of the first seconds outlived a cleaning. It decides once, and under
  // load it sees pages half rendered: for the rest of the process's life each page then holds others in memory until a full
  // cleaning, at the cost of a quarter of what can be rendered. First, since kept code is good for the same flags only.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Compiled code is kept beside the packages: a second start skips most of the compiling (Node 22.1 and newer).
  module.enableCompileCache?.('node_modules/.cache/compiled')
  process.env.NODE_ENV ??= 'production'
  try {
    const { serve } = await import('../dist/server/server.js')
    await serve()
  } catch (error) {
    // A sentence for a person; the stack is for whoever asks.
    console.error(process.env.LOG_LEVEL === 'debug' ? error : `Back to Back did not start. ${error.message}`)
    process.exit(1)
  }
}

/** Starts this process anew with the flags above, unless the person chose one of them. On Linux, from Node 22.15. */
function beginAgainWithHeapFlags() {
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
