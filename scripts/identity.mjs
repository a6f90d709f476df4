// npm run keys:rotate [-- --now] and npm run service-token -- create|list|revoke; see src/features/identity/server/command.ts.
import { importCommand, isInProductNode, loadEnvironmentFile } from './project.mjs'

if (await isInProductNode('scripts/identity.mjs')) {
  loadEnvironmentFile()
  try {
    const { runIdentityCommand } = await importCommand('identity')
    for (const line of await runIdentityCommand(process.argv.slice(2))) console.log(line)
    process.exit(0)
  } catch (error) {
    console.error(process.env.LOG_LEVEL === 'debug' ? error : error.message)
    process.exit(1)
  }
}
