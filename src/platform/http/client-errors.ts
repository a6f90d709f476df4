import { z } from 'zod'
import { ERROR_SOURCES, getErrorKind, stripPersonalData } from '~/lib/client-errors'
import type { RawRoute } from './raw-routes'
import { createReportRoute, parseJson, type Report, type ReportServices } from './report-route'

/**
 * Any client can send any text, so personal data is stripped here again: before the text is cut, because half an
 * email address isn't recognized.
 */
const defineText = (length: number) =>
  z.string().transform((text) => stripPersonalData(text).slice(0, length).trim())

const report = z.object({
  source: z.enum(ERROR_SOURCES),
  name: defineText(60),
  message: defineText(300),
  stack: defineText(2000),
  route: z
    .string()
    .regex(/^(?:[/$\w.{}[\]-]{0,100})$/u)
    .transform(stripPersonalData)
    .catch(''),
  release: z
    .string()
    .regex(/^[\w.-]{0,60}$/u)
    .catch(''),
})

/** Receives the errors that `platform/browser-errors` sends. */
export function createClientErrorsRoute(services: ReportServices): RawRoute {
  return createReportRoute(
    {
      path: /^\/api\/client-errors$/,
      limit: 'client_errors_ip',
      message: 'a browser reported an error',
      quietSeconds: 60,
      parse: parseClientError,
    },
    services,
  )
}

function parseClientError(text: string): Report | undefined {
  const { data } = report.safeParse(parseJson(text))
  return data && { kind: getErrorKind(data), about: data }
}
