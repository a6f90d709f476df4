// Runs the built product in this process.
import * as module from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isInProductNode, loadEnvironmentFile } from './project.mjs'

if (await isInProductNode('scripts/start.mjs')) {
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
