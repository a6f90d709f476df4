import { Button } from '~/design/button'
import { Dialog } from '~/design/dialog'
import type { ProfileForm } from './use-profile-form'

/** Another window saved other words into the same fields: nobody's go without being asked about. */
export function ConflictDialog({ form: { hasConflict, changedNames, settle } }: { form: ProfileForm }) {
  return (
    <Dialog
      open={hasConflict}
      onOpenChange={(isOpen) => !isOpen && settle('keep')}
      title="Changed in another window"
      description={`Your profile was changed in another window. Reload to see it as it is now, or keep typing and save yours over it: ${changedNames.join(', ')}.`}
      actions={
        <>
          <Button onClick={() => settle('reload')}>Reload</Button>
          <Button variant="primary" onClick={() => settle('keep')}>
            Keep typing
          </Button>
        </>
      }
    />
  )
}
