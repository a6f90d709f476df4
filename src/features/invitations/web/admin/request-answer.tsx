import { Badge } from '~/design/badge'
import type { InviteRequest } from '../../contract-requests'
import { agoWords } from '~/lib/day-words'

/** What became of a request: who answered, when, with which words, and whether the code was used. */
export function RequestAnswer({ request, now }: { request: InviteRequest; now: number }) {
  const { status, answeredBy, answeredAt, words, code } = request
  return (
    <div className="rq-answer">
      <Badge tone={status === 'approved' ? 'green' : 'neutral'}>{status}</Badge>
      <p className="small m2">
        by {answeredBy?.name ?? 'somebody who is gone'}
        {answeredAt !== null && `, ${agoWords(answeredAt, now)}`}
        {code !== null && (
          <>
            , with <a href={`/admin/invitations?q=${code.code}`}>{code.code}</a> ({code.status})
          </>
        )}
      </p>
      {words !== null && <p className="small rq-words">“{words}”</p>}
    </div>
  )
}
