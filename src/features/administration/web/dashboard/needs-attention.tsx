import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { Skeleton } from '~/design/skeleton'
import { useNow } from '~/design/use-now'
import { errorMessage } from '~/platform/rpc/errors'
import { attentionQuery } from '../queries'
import { attentionRows } from './attention-rows'

/** What does not go on by itself, each with the way to where it is dealt with. */
export function NeedsAttention() {
  const { data, error, refetch, isFetching } = useQuery(attentionQuery())
  const now = useNow()
  if (error && !data)
    return (
      <div className="panel pad stack" role="alert">
        <p>{errorMessage(error)}</p>
        <Button busy={isFetching && 'Trying'} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!data) return <Skeleton className="adm-waits" />
  const rows = attentionRows(data, now)
  if (rows.length === 0) return <p className="m2 adm-calm">Nothing waits for you.</p>
  return (
    <div className="rows att">
      {rows.map(({ href, count, what, more }) => (
        <a key={what} href={href}>
          <b className="fig">{count}</b>
          <span>
            <b className="b">{what}</b>
            <span className="small m2 block">{more}</span>
          </span>
          <Icon of={ArrowRight} />
        </a>
      ))}
    </div>
  )
}
