import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { listLinksAndButtons } from '~/design/focus-if-lost'
import { identity } from '../queries'
import { FULL_NAME_MAX } from '../../rules/person-name'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import { notify } from '~/design/toast'
import { EmailRow } from './email-row'
import { PhoneRow } from './phone-row'
import { SettingRow } from '~/design/setting-row'
import { accountQuery } from './settings-queries'
import { NameDialog } from './name-dialog'

type OwnAccountProps = {
  /** Content beside the name, such as a link to the profile. */
  profile?: ReactNode
  children?: ReactNode
}

/** the caller's name, email and phone. */
export function OwnAccount({ profile, children }: OwnAccountProps) {
  const { data } = useSuspenseQuery(accountQuery())
  const [isNaming, setIsNaming] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul className="row-list" ref={list}>
      <SettingRow
        title="Name"
        value={data.fullName}
        end={
          profile || (
            <Button size="sm" aria-label="Change name" onClick={() => setIsNaming(true)}>
              Change
            </Button>
          )
        }
      />
      <EmailRow account={data} />
      <PhoneRow account={data} before={() => list.current && listLinksAndButtons(list.current).at(-1)} />
      {children}
      {isNaming && <ChangeName name={data.fullName} onClose={() => setIsNaming(false)} />}
    </ul>
  )
}

function ChangeName({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <NameDialog
      title="Change your name"
      label="Full name"
      empty="Enter your name."
      autoComplete="name"
      name={name}
      max={FULL_NAME_MAX}
      save={(fullName) => identity.account.rename.call({ fullName })}
      getMessage={(error) => getFieldErrors(error)['fullName'] ?? getErrorMessage(error)}
      onDone={({ fullName }) => {
        onClose()
        notify.success(`Your name is now ${fullName}.`)
      }}
      onClose={onClose}
    />
  )
}
