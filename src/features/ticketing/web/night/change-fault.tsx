import { TriangleAlert } from 'lucide-react'
import { Note } from '~/design/note'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'

/** Why a change was not made, where it is about no field: those say it themselves. */
export function ChangeFault({ error }: { error: unknown }) {
  const isOfField = Object.keys(fieldErrors(error)).length > 0
  if (!error || isOfField) return null
  return (
    <Note tone="red" icon={TriangleAlert} role="alert">
      {hasCode(error, 'CHANGED')
        ? 'Somebody changed this event meanwhile. What you read here is new: look again, then go on.'
        : errorMessage(error)}
    </Note>
  )
}
