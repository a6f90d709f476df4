import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { getErrorMessage } from '~/platform/rpc/errors'

type PanelFailedProps = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  className?: string | undefined
}

export function PanelFailed({ query, className }: PanelFailedProps) {
  return (
    <div className={classNames('panel padded stack', className)} role="alert">
      <p>{getErrorMessage(query.error)}</p>
      <Button busy={query.isFetching && 'Trying'} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
