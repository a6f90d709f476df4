import { TriangleAlert } from 'lucide-react'
import { Note } from '~/design/note'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'

/** Shows why a change was refused, unless the problem is shown at a field. */
export function ChangeError({ error }: { error: unknown }) {
  const isOfField = Object.keys(getFieldErrors(error)).length > 0
  if (!error || isOfField) return null
  return (
    <Note tone="red" icon={TriangleAlert} role="alert">
      {hasErrorCode(error, 'CHANGED')
        ? 'Someone else changed this event. These figures are up to date: check them, then try again.'
        : getErrorMessage(error)}
    </Note>
  )
}
