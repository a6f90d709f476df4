// Adds new messages to the catalogs and removes unused ones. Run it after changing a text, then translate.
import { bin, isInProductNode, productNode, run } from './project.mjs'

if (await isInProductNode('scripts/messages.mjs'))
  process.exitCode = await run(productNode(), [bin('lingui'), 'extract', '--clean'])
