import tailwind from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [
    tailwind(),
    // A server folder that reaches the browser is a build error, not a leak found later.
    tanstackStart({ importProtection: { client: { files: ['**/server/**', '**/database/**'] } } }),
    react(),
  ],
})
