import { isTooManyRequests, type Limits } from '~/platform/limits/limits'
import type { Logger } from '~/platform/log/log'
import type { RawRoute } from './raw-routes'

const MAX_BYTES = 16_384
const MAX_KINDS = 100
const FROM_ONE_NETWORK = { points: 20, seconds: 60 }

export interface Report {
  /** Reports of the same kind share one log entry. */
  kind: string
  /** Fields of the log entry, without personal data. */
  about: Record<string, string>
}

interface ReportOptions {
  path: RegExp
  /** The name of the rate limit on reports per network. */
  limit: string
  /** Message of the log entry. */
  message: string
  /** After a report is logged, further reports of its kind are only counted for this long. */
  quietSeconds: number
  parse: (text: string) => Report | undefined
}

export interface ReportServices {
  log: Logger
  limits: Pick<Limits, 'consume'>
}

/**
 * Receives reports that browsers send by themselves. Any client can send any report, so their number per network, their
 * size and their entries in the log are limited. The answer is the same for all, because a browser doesn't read it.
 */
export function createReportRoute(options: ReportOptions, { log, limits }: ReportServices): RawRoute {
  const entries = createReportLog(log, options)
  return {
    methods: ['POST'],
    path: options.path,
    kind: 'rest',
    access: 'public',
    async handle({ scope, readBody }) {
      const response = { status: 204, headers: { 'cache-control': 'no-store' }, body: '' }
      try {
        await limits.consume(options.limit, scope.ip, FROM_ONE_NETWORK)
      } catch (error) {
        if (isTooManyRequests(error)) return response
        throw error
      }
      const read = await readBody(MAX_BYTES, 'A report has at most 16 kB.')
      if ('problem' in read) return read.problem
      const report = options.parse(read.bytes.toString())
      if (report) entries.add(report)
      return response
    },
  }
}

/**
 * Logs a report and counts further ones of its kind. When the quiet time ends, their number is logged as `repeated`.
 * Kinds beyond `MAX_KINDS` in that time are counted together.
 */
function createReportLog(
  log: Logger,
  { message, quietSeconds }: Pick<ReportOptions, 'message' | 'quietSeconds'>,
) {
  const kinds = new Map<string, { repeated: number }>()
  let omitted = 0

  function end({ kind, about }: Report, { repeated }: { repeated: number }): void {
    kinds.delete(kind)
    if (repeated > 0) log.warn({ ...about, repeated }, `${message} again`)
    if (omitted > 0) log.warn({ omitted }, `${message}: too many kinds, so some are only counted`)
    omitted = 0
  }

  return {
    add(report: Report): void {
      const known = kinds.get(report.kind)
      if (known) known.repeated += 1
      else if (kinds.size >= MAX_KINDS) omitted += 1
      else {
        const entry = { repeated: 0 }
        kinds.set(report.kind, entry)
        log.warn(report.about, message)
        setTimeout(() => end(report, entry), quietSeconds * 1000).unref()
      }
    },
  }
}

/** Parses JSON; undefined for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
