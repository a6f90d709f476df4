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
  // An interrupted build left the saved copy, so the current assets may be incomplete.
  if (existsSync(saved) || !existsSync(assets)) return
  // Copies the folder, because container image layers don't allow renaming it.
  cpSync(assets, saved, { recursive: true, preserveTimestamps: true })
}

/**
 * Adds the assets of the previous two builds, and removes older ones. Repeating the same build doesn't count as a new
 * build.
 */
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
