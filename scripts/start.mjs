// Runs the built product in this process.
import * as module from 'node:module'
import { isInProductNode, loadEnvironmentFile } from './project.mjs'

if (await isInProductNode('scripts/start.mjs')) {
  loadEnvironmentFile()
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
