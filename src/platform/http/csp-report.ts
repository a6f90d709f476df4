import { z } from 'zod'
import { isTooManyRequests, type Limits } from '~/platform/limits/limits'
import type { Logger } from '~/platform/log/log'
import type { RawRoute } from './raw-routes'

/** Every policy contains this path, see security-headers.ts. */
export const CSP_REPORT_PATH = '/csp-report'

const MAX_BYTES = 16_384
const MAX_KINDS = 100
const FROM_ONE_NETWORK = { points: 20, seconds: 60 }

const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})

/** Receives browsers' reports of blocked content and logs each kind once, because any client can send any report. */
export function createCspReportRoute({
  log,
  limits,
}: {
  log: Logger
  limits: Pick<Limits, 'consume'>
}): RawRoute {
  const seen = new Set<string>()
  return {
    methods: ['POST'],
    path: /^\/csp-report$/,
    kind: 'rest',
    access: 'public',
    async handle({ scope, readBody }) {
      const response = { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
      try {
        await limits.consume('csp_report_ip', scope.ip, FROM_ONE_NETWORK)
      } catch (error) {
        if (isTooManyRequests(error)) return response
        throw error
      }
      const read = await readBody(MAX_BYTES, 'A report has at most 16 kB.')
      if ('problem' in read) return read.problem
      const about = parseReport(read.bytes.toString())
      const kind = JSON.stringify(about)
      if (about === undefined || seen.has(kind) || seen.size >= MAX_KINDS) return response
      seen.add(kind)
      log.warn(about, 'content security policy violation reported by a browser')
      return response
    },
  }
}

/** Returns the directive and the origin of what was blocked, because a full URL may contain a token. */
function parseReport(text: string): { directive: string; blocked: string } | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const found = report.safeParse(parsed)
  if (!found.success) return undefined
  const { 'effective-directive': effective, 'violated-directive': violated = '' } = found.data['csp-report']
  const { 'blocked-uri': blocked = '' } = found.data['csp-report']
  const origin = URL.canParse(blocked) ? new URL(blocked) : undefined
  return {
    directive: ((effective ?? violated).split(' ', 1)[0] ?? '').slice(0, 40),
    blocked: (origin === undefined ? blocked : origin.host === '' ? origin.protocol : origin.origin).slice(
      0,
      100,
    ),
  }
}
