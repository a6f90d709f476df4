import { useSuspenseQuery } from '@tanstack/react-query'
import { Fingerprint, Pencil, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { IconButton } from '~/design/icon-button'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { FRIENDLY_NAME_MAX } from '../../rules/factor'
import { identity } from '../queries'
import { ConfirmChange } from './change-dialogs'
import { NameDialog } from './name-dialog'
import { SettingRow } from '~/design/setting-row'
import { passkeysQuery } from './settings-queries'
import { ignoreNotFound, useChange } from './use-change'
import { useFormatAddedAndUsed } from './use-format-added-and-used'
import { findKeyErrorMessage, createCredential, useSupportsPasskeys } from './web-authn'
import styles from './settings-parts.module.css'

type Passkey = { id: string; name: string; addedAt: string; lastUsedAt: string | null; isBackedUp: boolean }

/** the passkeys of the account, to add, name and remove. */
export function Passkeys() {
  const { passkeys } = useSuspenseQuery(passkeysQuery()).data
  const [chosen, setChosen] = useState<{ act: 'name' | 'rename' | 'remove'; passkey: Passkey }>()
  const adder = useRef<HTMLButtonElement>(null)
  const supportsPasskeys = useSupportsPasskeys()
  const formatAddedAndUsed = useFormatAddedAndUsed()
  const close = () => setChosen(undefined)
  const [isAtDevice, setIsAtDevice] = useState(false)
  const add = useChange({
    call: async () => {
      const { challengeId, options } = await identity.passkeys.startAdding.call()
      setIsAtDevice(true)
      const registration = await createCredential(options).finally(() => setIsAtDevice(false))
      return identity.passkeys.add.call({ challengeId, registration })
    },
    onDone: (added) => {
      notify.success(`Passkey added: ${added.name}`)
      setChosen({ act: 'name', passkey: added })
    },
    onFailed: reportKeyError,
  })
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="row-list">
          {passkeys.map((passkey) => (
            <SettingRow
              key={passkey.id}
              icon={Fingerprint}
              title={passkey.name}
              detail={`${formatAddedAndUsed(passkey)}${passkey.isBackedUp ? ', on your other devices too' : ''}`}
              end={
                <>
                  <IconButton
                    size="sm"
                    icon={Pencil}
                    label={`Rename ${passkey.name}`}
                    onClick={() => setChosen({ act: 'rename', passkey })}
                  />
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Remove ${passkey.name}`}
                    onClick={() => setChosen({ act: 'remove', passkey })}
                  >
                    Remove
                  </Button>
                </>
              }
            />
          ))}
        </ul>
      )}
      {supportsPasskeys ? (
        <Button
          ref={adder}
          className={styles.start}
          variant="outline"
          size="sm"
          icon={Plus}
          busy={isAtDevice && 'Waiting'}
          onClick={() => !add.isPending && add.mutate()}
        >
          Add a passkey
        </Button>
      ) : (
        <Note>This browser doesn’t support passkeys. To add one, open your settings in another browser.</Note>
      )}
      {(chosen?.act === 'rename' || chosen?.act === 'name') && (
        <RenamePasskey passkey={chosen.passkey} isNew={chosen.act === 'name'} onClose={close} />
      )}
      {chosen?.act === 'remove' && (
        <RemovePasskey
          passkey={chosen.passkey}
          onClose={close}
          onRemoval={() => focusIfFocusLost(() => adder.current)}
        />
      )}
    </>
  )
}

/** Shows an error, unless the person canceled the request. */
export function reportKeyError(error: unknown): void {
  const sentence = findKeyErrorMessage(error)
  if (sentence === undefined) notify.error(getErrorMessage(error))
  else notify.info(sentence)
}

function RenamePasskey({
  passkey,
  isNew,
  onClose,
}: {
  passkey: Passkey
  isNew: boolean
  onClose: () => void
}) {
  return (
    <NameDialog
      title={isNew ? 'Name this passkey' : 'Rename this passkey'}
      description={
        isNew ? 'A name helps you tell your passkeys apart, such as the device it is on.' : undefined
      }
      name={passkey.name}
      max={FRIENDLY_NAME_MAX}
      save={(name) => identity.passkeys.rename.call({ id: passkey.id, name })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

export function RemovePasskey({
  passkey,
  onClose,
  onRemoval,
}: {
  passkey: Passkey
  onClose: () => void
  onRemoval: () => void
}) {
  return (
    <ConfirmChange
      title={`Remove ${passkey.name}?`}
      description="This passkey no longer signs you in. Delete it on the device too, or the device keeps offering it."
      confirmLabel="Remove"
      busyLabel="Removing"
      change={() => ignoreNotFound(identity.passkeys.remove.call({ id: passkey.id }))}
      onDone={() => {
        notify.success(`Passkey removed: ${passkey.name}`)
        onRemoval()
      }}
      onClose={onClose}
    />
  )
}
