import { rmSync } from 'node:fs'
import { build } from 'vite'
import { messages } from '../../scripts/messages-plugin'

/**
 * Builds a file of this folder into a program of one file, for tests that start and kill processes. `name` must be unique among
 * tests that run at the same time.
 */
export async function buildProcess(
  file: string,
  name: string,
): Promise<{ script: string; remove: () => void }> {
  const outDir = `node_modules/.cache/${name}-${process.pid}`
  await build({
    configFile: false,
    plugins: messages,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: `tests/support/${file}`,
      outDir,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  })
  return { script: `${outDir}/main.js`, remove: () => rmSync(outDir, { recursive: true, force: true }) }
}
