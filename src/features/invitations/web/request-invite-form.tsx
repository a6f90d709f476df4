import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type SubmitEvent, useState, useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { Icon } from '~/design/icon'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { LinkButton } from '~/design/link-button'
import {
  isRequestEmail,
  type Occupation,
  OCCUPATION_LABELS,
  OCCUPATIONS,
  WORDS_MAX,
} from '../rules/invite-request'
import { invitations } from './queries'

type Faults = Partial<Record<string, string>>

/** L-01: a real request, which an admin answers. What was typed stays when it is refused. */
export function RequestInviteForm() {
  const [faults, setFaults] = useState<Faults>({})
  const [occupation, setOccupation] = useState<Occupation>()
  const [about, setAbout] = useState('')
  const request = useMutation(
    invitations.requestInvite.mutationOptions({
      onError: (error) => {
        setFaults(fieldErrors(error))
        notify.error(errorMessage(error))
      },
    }),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const text = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    const email = text('email').trim()
    const found: Faults = {
      ...(text('fullName').trim() === '' && { fullName: 'Enter your name.' }),
      ...(!isRequestEmail(email) && { email: 'Enter an address such as name@example.com.' }),
      ...(occupation === undefined && { occupation: 'Choose what you do.' }),
      ...(about.trim() === '' && { about: 'Tell us in a few words.' }),
    }
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined || occupation === undefined) {
      // The chips are buttons, which a form does not list as fields.
      form.querySelector<HTMLElement>(`[name="${first}"], [data-field="${first}"] button`)?.focus()
      return
    }
    const { fullName, vouchedBy, link } = {
      fullName: text('fullName'),
      vouchedBy: text('vouchedBy'),
      link: text('link'),
    }
    request.mutate({ fullName, email, occupation, about, vouchedBy, link })
  }

  if (request.isSuccess) return <RequestSent email={request.variables.email} />
  return (
    <form
      method="post"
      className="stack ri-form scripted"
      onSubmit={submit}
      noValidate
      aria-label="Request Invite"
    >
      <div className="f2">
        <TextField
          label="Full name"
          name="fullName"
          autoComplete="name"
          required
          error={faults['fullName']}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          error={faults['email']}
        />
      </div>
      <div className="field" data-field="occupation">
        <span className="lab" aria-hidden="true">
          What do you do
        </span>
        <ChipGroup label="What do you do" aria-describedby={faults['occupation'] && 'occupation-fault'}>
          {OCCUPATIONS.map((value) => (
            <Chip key={value} pressed={value === occupation} onClick={() => setOccupation(value)}>
              {OCCUPATION_LABELS[value]}
            </Chip>
          ))}
        </ChipGroup>
        {faults['occupation'] && (
          <p className="err" id="occupation-fault">
            <Icon of={TriangleAlert} />
            {faults['occupation']}
          </p>
        )}
      </div>
      <TextArea
        label="In your words"
        labelEnd={<span className="num">{`${Array.from(about).length}/${WORDS_MAX}`}</span>}
        name="about"
        value={about}
        maxLength={WORDS_MAX}
        onChange={(event) => setAbout(event.target.value)}
        required
        error={faults['about']}
      />
      <div className="f2">
        <TextField
          label="Who can vouch for you"
          labelEnd="Optional"
          name="vouchedBy"
          maxLength={100}
          error={faults['vouchedBy']}
        />
        <TextField
          label="A link"
          labelEnd="Optional"
          name="link"
          inputMode="url"
          maxLength={200}
          error={faults['link']}
        />
      </div>
      <Button type="submit" variant="primary" size="lg" busy={request.isPending && 'Sending'}>
        Request Invite
      </Button>
      <p className="small">A person reads it within a week. A yes comes by mail.</p>
    </form>
  )
}

function RequestSent({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone and the focus with it: the heading takes it, and is read out.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack ri-form">
      <h2 className="t1" tabIndex={-1} ref={heading}>
        We have it.
      </h2>
      <p className="lead">A person reads it within a week. If it is a yes, a code comes to {email}.</p>
      <div className="row wrapf">
        <LinkButton to="/events" variant="primary" size="lg">
          Browse Events
        </LinkButton>
      </div>
    </div>
  )
}
