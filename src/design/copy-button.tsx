import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button'
import { notify } from './toast'

type CopyButtonProps = Omit<ButtonProps, 'onClick' | 'children' | 'icon' | 'value'> & {
  value: string
  label?: string | undefined
  copiedLabel?: string | undefined
}

/** Copies a text and confirms it for two seconds, in the button and to screen readers. */
export function CopyButton({ value, label = 'Copy', copiedLabel = 'Copied', ...rest }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      // No permission, or not served over HTTPS.
      notify.error('Your browser blocked copying. Select the text and copy it yourself.')
    }
  }
  return (
    <>
      <Button {...rest} icon={isCopied ? Check : Copy} onClick={() => void copy()}>
        {isCopied ? copiedLabel : label}
      </Button>
      <output className="visually-hidden">{isCopied ? copiedLabel : ''}</output>
    </>
  )
}
