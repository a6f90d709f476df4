import { expect, test } from 'vitest'
import { listFiles, listImports } from './cache-shell'
import { describeOfflineScans, describeScans } from './offline-review-screen'

test('lists each file that a page refers to once', () => {
  const html =
    '<link href="/assets/styles-a1.css"><link rel="modulepreload" href="/assets/base-B_2.js"><script>import("/assets/base-B_2.js")</script><img src="/media/x.webp">'
  expect(listFiles(html)).toEqual(['/assets/styles-a1.css', '/assets/base-B_2.js'])
})

test("lists a script's static imports, but not its dynamic ones", () => {
  const script =
    'import{a}from"./base-1.js";import"./side-2.js";export{b}from "./c-3.js";const d=()=>import("./other-4.js")'
  expect(listImports(script)).toEqual(['/assets/base-1.js', '/assets/side-2.js', '/assets/c-3.js'])
})

test("lists a style sheet's fonts", () => {
  const css =
    '@font-face{src:url(/assets/mona-sans-latin-wdth-normal-x.woff2)}@font-face{src:url(/assets/mona-sans-vietnamese-wdth-normal-y.woff2)}'
  expect(listImports(css)).toEqual(['/assets/mona-sans-latin-wdth-normal-x.woff2'])
})

test('describes the scans sent after being offline', () => {
  expect(describeOfflineScans({ scans: 14, entrances: ['Front', 'Side'] })).toBe(
    '14 queued scans were sent, from two entrances.',
  )
  expect(describeOfflineScans({ scans: 1, entrances: ['Front'] })).toBe('1 queued scan was sent.')
  const scans = [
    { nonce: '1', at: '2026-12-05T22:58:00.000Z', entrance: 'Front', by: 'Owen', isCounted: true },
    { nonce: '2', at: '2026-12-05T23:03:00.000Z', entrance: 'Side', by: 'Ilse', isCounted: false },
  ]
  expect(describeScans({ scans, reason: 'duplicate' }, 'Europe/Berlin')).toBe('Front 23:58, side 00:03')
  expect(describeScans({ scans: scans.slice(1), reason: 'refunded' }, 'Europe/Berlin')).toBe(
    'Refunded meanwhile. Side 00:03',
  )
})
