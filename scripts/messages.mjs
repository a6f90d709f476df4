// Adds new messages to the catalogues, and removes those that are no longer used. Run it after changing a text, then translate.
import { bin, isInProductNode, productNode, run } from './project.mjs'

if (await isInProductNode('scripts/messages.mjs'))
  process.exitCode = await run(productNode(), [bin('lingui'), 'extract', '--clean'])
