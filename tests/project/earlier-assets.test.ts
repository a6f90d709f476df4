import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { indexStaticFiles, serveStatic } from '~/platform/http/static-files'

type Change = (dist: string) => void
// The file is JavaScript, so its types are given here.
const path = '../../scripts/earlier-assets.mjs'
const { restoreAssets, saveAssets } = (await import(path)) as { restoreAssets: Change; saveAssets: Change }

/**
 * Returns a folder and a function that runs the product's build steps there. A list of files replaces the compiler.
 */
function createProject() {
  const dist = mkdtempSync(join(tmpdir(), 'b2b-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }))
  const assets = join(dist, 'client', 'assets')
  const startBuild = (files: string[]) => {
    saveAssets(dist)
    rmSync(join(dist, 'client'), { recursive: true, force: true })
    mkdirSync(assets, { recursive: true })
    for (const file of files) writeFileSync(join(assets, file), `content of ${file}`)
  }
  const build = (files: string[]) => {
    startBuild(files)
    restoreAssets(dist)
  }
  return { dist, assets, startBuild, build, listAssets: () => readdirSync(assets).toSorted() }
}

test('assets of three builds stay, and the fourth removes those that only the first had', () => {
  const { build, listAssets } = createProject()
  build(['a-1.js', 'shared.css'])
  build(['a-2.js', 'shared.css'])
  build(['a-3.js', 'shared.css'])
  expect(listAssets()).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'shared.css'])
  build(['a-4.js', 'shared.css'])
  expect(listAssets()).toEqual(['a-2.js', 'a-3.js', 'a-4.js', 'shared.css'])
})

test('a repeated build removes nothing, and a build that returns to earlier files counts as the newest', () => {
  const { build, listAssets } = createProject()
  for (const name of ['a-1.js', 'a-2.js', 'a-3.js', 'a-3.js', 'a-3.js', 'a-1.js']) build([name])
  expect(listAssets()).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
  build(['a-4.js'])
  expect(listAssets()).toEqual(['a-1.js', 'a-3.js', 'a-4.js'])
})

test('an interrupted build loses no earlier assets, and leaves none of its own', () => {
  const { build, startBuild, listAssets, dist } = createProject()
  build(['a-1.js'])
  build(['a-2.js'])
  startBuild(['a-unfinished.js'])
  build(['a-3.js'])
  expect(listAssets()).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
  expect(readdirSync(dist).toSorted()).toEqual(['builds.json', 'client'])
})

test('an asset of the previous build is served as immutable, compressed and with the same etag', async () => {
  const { build, dist, assets } = createProject()
  build(['a-1.js', 'a-1.js.gz'])
  utimesSync(join(assets, 'a-1.js'), 1_800_000_000, 1_800_000_000)
  const before = indexStaticFiles(join(dist, 'client')).get('/assets/a-1.js')
  build(['a-2.js', 'a-2.js.gz'])
  const files = indexStaticFiles(join(dist, 'client'))
  const server = createServer(
    (request, response) => void serveStatic(files, request, response, '/assets/a-1.js'),
  )
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { status, headers } = await fetch(`http://127.0.0.1:${port}`, { method: 'HEAD' })
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-encoding')).toBe('gzip')
  expect(headers.get('etag')).toBe(before?.etag)
})
