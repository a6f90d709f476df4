import { copyText } from '~/design/copy-text'
import { notify } from '~/design/toast'

export async function copyEmail(email: string): Promise<void> {
  if (await copyText(email)) notify.success('Email copied')
  else notify.error(`Copying was not allowed. The address is ${email}`)
}
