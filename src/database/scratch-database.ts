import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded'
import { migrate } from './migrate'

/**
 * Starts a PostgreSQL with empty tables in a temporary folder, for tests, generated types and other short uses. It is
 * not durable unless `settings` contain `{ fsync: 'on' }`. `parent` is the folder that the temporary folder is created in.
 */
export async function startScratchDatabase(
  settings: Record<string, string> = {},
  parent = tmpdir(),
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(parent, 'back-to-back-scratch-'))
  const clear = (): void => rmSync(dataDir, { recursive: true, force: true })
  try {
    const { url, stop } = await startEmbeddedPostgres({
      dataDir,
      log: { info: () => undefined, error: () => undefined },
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...settings },
    })
    await migrate(url)
    return { url, stop: () => stop().then(clear) }
  } catch (error) {
    clear()
    throw error
  }
}
