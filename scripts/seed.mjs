// npm run seed -- --size large: fills the configured database; see bench/seed/.
import { bundle, isInProductNode, loadEnvironmentFile } from './project.mjs'

if (await isInProductNode('scripts/seed.mjs')) {
  loadEnvironmentFile()
  try {
    const { runSeedCommand } = await import(await bundle('bench/seed/command.ts', 'seed'))
    await runSeedCommand(process.argv.slice(2))
    process.exit(0)
  } catch (error) {
    console.error(process.env.LOG_LEVEL === 'debug' ? error : error.message)
    process.exit(1)
  }
}
