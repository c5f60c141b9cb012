import { useSyncExternalStore } from 'react';
import { sending } from './sending.ts';
import type { SendingView } from './sending-view.ts';

/** The page's transfer, with live updates. */
export const useSending = (): SendingView => useSyncExternalStore(sending.subscribe, sending.view);
