import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { BackLink, BackAndHomeLinks } from '~/design/page-head'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { MyProfile } from '../../contract-shapes'
import type { MemberType } from '../../rules/member-type'
import { members } from '../queries'
import { MemberTypeCards } from './member-type-cards'
import styles from './member-types.module.css'

const NONE = 'Please select at least one member type'

type MemberTypePageProps = {
  chosenBefore: readonly MemberType[]
  onSaved: (saved: MyProfile) => void
}

export function MemberTypePage({ chosenBefore, onSaved }: MemberTypePageProps) {
  const [chosen, setChosen] = useState(chosenBefore)
  const hintId = useId()
  const saving = useMutation(
    members.saveMemberTypes.mutationOptions({
      onSuccess: (saved) => {
        notify.success('Member types saved successfully!')
        onSaved(saved)
      },
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  const proceed = () => {
    if (chosen.length === 0) notify.error(NONE)
    else if (!saving.isPending) saving.mutate({ types: [...chosen] })
  }
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <div>
        <BackAndHomeLinks>
          <BackLink to="/dashboard">Back to Dashboard</BackLink>
        </BackAndHomeLinks>
        <h1 className="display">What do you do?</h1>
        <p className={classNames('lead muted', styles.lead)}>
          Pick one or more. You can change this later in your profile.
        </p>
      </div>
      <MemberTypeCards chosen={chosen} onChange={setChosen} onEnter={proceed} />
      <div className="row between" data-client-links>
        <AnchorButton variant="ghost" size="lg" href="/dashboard">
          Skip for Now
        </AnchorButton>
        <span className="visually-hidden" id={hintId}>
          {chosen.length === 0 && NONE}
        </span>
        <Button
          variant="primary"
          size="lg"
          aria-disabled={chosen.length === 0}
          busy={saving.isPending ? 'Saving' : false}
          aria-describedby={hintId}
          onClick={proceed}
        >
          Continue
        </Button>
      </div>
    </main>
  )
}
