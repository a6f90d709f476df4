import { build } from 'vite'
import { messages } from '../../scripts/messages-plugin'

/** Builds product-process.ts into a folder, in a second or two, and returns the script to start. */
export async function buildProductProcess(outDir: string): Promise<string> {
  await build({
    configFile: false,
    plugins: messages,
    logLevel: 'error',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: 'tests/support/product-process.ts',
      outDir,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'main.js' } },
    },
  })
  return `${outDir}/main.js`
}
