// Assets of the last three builds stay available: an open page loads parts of the build it came from.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_BUILDS = 3

const listPaths = (dist) => ({
  assets: join(dist, 'client', 'assets'),
  saved: join(dist, 'earlier-assets'),
  /** The names of each build's files, newest build first. */
  list: join(dist, 'builds.json'),
})

/** Saves the assets in `dist` before a build deletes them. Call `restoreAssets` after the build. */
export function saveAssets(dist) {
  const { assets, saved } = listPaths(dist)
  // Left by a build that was interrupted, so the assets may be incomplete.
  if (existsSync(saved) || !existsSync(assets)) return
  // Copied, because the layers of a container image refuse to rename a folder.
  cpSync(assets, saved, { recursive: true, preserveTimestamps: true })
}

/** Adds the assets of the two builds before, and removes older ones. The same build again doesn't count. */
export function restoreAssets(dist) {
  const { assets, saved, list } = listPaths(dist)
  const current = readdirSync(assets).toSorted()
  const earlier = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const others = earlier.filter((files) => files.join() !== current.join())
  const builds = [current, ...others].slice(0, MAX_BUILDS)
  for (const file of new Set(builds.flat()))
    if (!current.includes(file) && existsSync(join(saved, file)))
      cpSync(join(saved, file), join(assets, file), { preserveTimestamps: true })
  writeFileSync(list, JSON.stringify(builds))
  rmSync(saved, { recursive: true, force: true })
}
