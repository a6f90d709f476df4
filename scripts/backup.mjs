// npm run backup -- FOLDER and npm run restore -- FOLDER; see src/backup/command.ts.
import { importCommand, isInProductNode, loadEnvironmentFile } from './project.mjs'

if (await isInProductNode('scripts/backup.mjs')) {
  loadEnvironmentFile()
  try {
    const { runBackupCommand } = await importCommand('backup')
    for (const line of await runBackupCommand(process.argv.slice(2))) console.log(line)
    process.exit(0)
  } catch (error) {
    console.error(process.env.LOG_LEVEL === 'debug' ? error : error.message)
    process.exit(1)
  }
}
