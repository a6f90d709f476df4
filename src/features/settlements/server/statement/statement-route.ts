import type { Database } from '~/database/connect'
import type { SettingsSource } from '~/features/settings/server/public'
import { createBoundedRunner, TooBusy } from '~/lib/bounded-cache'
import { RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { statementPeriod } from '../../contract'
import { printStatement } from './print-statement'

const draw = createBoundedRunner({ atOnce: 4, waiting: 20 })

/** Serves `GET /api/v1/me/statement.pdf?month=&currency=`: the caller's statement, with the sums of the Money page. */
export function createStatementRoute(
  { db, settings }: { db: Database; settings: Pick<SettingsSource, 'read'> },
  now: () => Date = () => new Date(),
): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/api\/v1\/me\/statement\.pdf$/,
    kind: 'rest',
    access: 'members_area',
    async handle({ search, scope }) {
      const caller = await scope.caller()
      const period = statementPeriod.safeParse(
        Object.fromEntries([...search].filter(([, value]) => value !== '')),
      )
      if (!period.success)
        return createErrorResponse(
          400,
          'BAD_REQUEST',
          'Use a month such as 2026-12 and a currency such as EUR.',
        )
      const { name: siteName } = await settings.read()
      try {
        const statement =
          caller &&
          (await draw(() =>
            printStatement({ db, personId: caller.id, now: now() }, { ...period.data, siteName }),
          ))
        if (!statement)
          return createErrorResponse(404, 'NOT_FOUND', 'There is no statement of this month yet.')
        return {
          status: 200,
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="${statement.number}.pdf"`,
            'cache-control': 'no-store',
          },
          body: statement.content,
        }
      } catch (error) {
        if (!(error instanceof TooBusy)) throw error
        const busy = createErrorResponse(
          503,
          'SERVICE_UNAVAILABLE',
          'The site is busy. Try again in a few seconds.',
        )
        return {
          ...busy,
          headers: {
            ...busy.headers,
            'retry-after': String(RETRY_AFTER_SECONDS),
          },
        }
      }
    },
  }
}
