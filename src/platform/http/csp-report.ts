import { z } from 'zod'
import { isFromExtension, stripPersonalData } from '~/lib/client-errors'
import type { RawRoute } from './raw-routes'
import { createReportRoute, parseJson, type Report, type ReportServices } from './report-route'

/** The path that browsers send reports to. Every Content-Security-Policy contains it, see security-headers.ts. */
export const CSP_REPORT_PATH = '/csp-report'

const report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
})

/** Receives browsers' reports of blocked content. */
export function createCspReportRoute(services: ReportServices): RawRoute {
  return createReportRoute(
    {
      path: /^\/csp-report$/,
      limit: 'csp_report_ip',
      message: 'a browser reported a violation of the content security policy',
      // A violation repeats until the next release, so it is logged at most once an hour.
      quietSeconds: 3600,
      parse: parseCspReport,
    },
    services,
  )
}

/** Returns the directive and the origin of what was blocked, because a full URL may contain a token. */
function parseCspReport(text: string): Report | undefined {
  const found = report.safeParse(parseJson(text))
  if (!found.success) return undefined
  const { 'effective-directive': effective, 'violated-directive': violated = '' } = found.data['csp-report']
  const { 'blocked-uri': blocked = '' } = found.data['csp-report']
  if (isFromExtension(blocked)) return undefined
  const about = {
    directive: stripPersonalData((effective ?? violated).split(' ', 1)[0] ?? '').slice(0, 40),
    blocked: getOrigin(blocked).slice(0, 100),
  }
  return { kind: JSON.stringify(about), about }
}

function getOrigin(blocked: string): string {
  // Not a URL, such as `inline`.
  if (!URL.canParse(blocked)) return stripPersonalData(blocked)
  const { host, protocol, origin } = new URL(blocked)
  return host === '' ? protocol : origin
}
