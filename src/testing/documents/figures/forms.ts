import { listenerBounds } from '#features/changes/server/events.ts';
import { maxReplays, maxSearchTracks } from '#features/downloads/choice.ts';
import { zipPlaces } from '#features/downloads/server/reply.ts';
import { maxMessageCharacters, titleLength as newsTitle } from '#features/news/model.ts';
import { maxRecordsBytes } from '#features/replays/online/server/receive.ts';
import { pictureLimits } from '#features/tracks/pictures/pictures.ts';
import { oneFileForm, tracksForm, uploadBounds } from '#features/tracks/upload/server/upload.ts';
import { addressDays, addressLength } from '#features/users/edit/address.ts';
import { maxAboutCharacters, maxTitleCharacters } from '#features/users/edit/profile-settings.ts';
import { faceFileBytes, faceRules, maxSide } from '#features/users/pictures/picture-kinds.ts';
import { maxAuthorCharacters, maxVideoTracks, videoTitleLength } from '#features/videos/model.ts';
import { descriptionLimits } from '#features/videos/server/lookup.ts';
import { videoPictureLimits } from '#features/videos/server/picture.ts';
import { bodyBounds, requestBounds } from '#platform/admission/admission.ts';
import { decideConfig } from '#platform/config.ts';
import { bytesInWords } from '#platform/files/limits.ts';
import { readingLimits } from '#platform/gbx/pool.ts';
import { maxFieldNameCharacters, maxFormBytes, maxFormFields } from '#platform/http/form-body.ts';
import { listTimeoutMs } from '#platform/lists/reads.ts';
import { fetchTimeoutMs, maxPictureBytes } from '#platform/remote-pictures/fetch.ts';
import { maxPixels, tallest, widest } from '#platform/remote-pictures/redraw.ts';
import { stagedLimits } from '#platform/uploads/staged.ts';
import { maxPipelined, patience, silence } from '#server/listen.ts';
import type { Statements } from './check.ts';
import { kilobytes, n, numberIn, seconds } from './units.ts';

const { avatar, banner } = faceRules;
const { minWidth, minHeight, maxWidth, maxHeight, minRatio, maxRatio } = pictureLimits;
const side = videoPictureLimits.sidePixels;
const listRows = numberIn('src/features/forum/server/list.ts', /most: (\d+)/);

/** The table of limits of forms and files. */
export const forms: Statements = [
  `| request header | ${kilobytes(patience.maxHeaderSize)}, within ${seconds(patience.headersTimeout)} | 431, 408 |`,
  `| whole request | ${seconds(patience.requestTimeout)}; ${seconds(silence)} of silence | 408 |`,
  `| urlencoded form, or JSON instead of one | ${bytesInWords(maxFormBytes)}, ${n(maxFormFields)} fields (uploads without files ${n(tracksForm.fields)}), names of ${maxFieldNameCharacters} characters | 413 |`,
  `| form with tracks | ${uploadBounds.entries} tracks, ${bytesInWords(tracksForm.formBytes)}, ${n(tracksForm.fields)} fields, ${bytesInWords(tracksForm.fieldBytes)} each, ${bytesInWords(tracksForm.textBytes)} together; indexes up to ${uploadBounds.largestIndex} | 413, 400 |`,
  `| form with one file | ${bytesInWords(oneFileForm.formBytes)}, ${oneFileForm.fields} fields | 413 |`,
  `| records sent by a game server | ${kilobytes(maxRecordsBytes)} | 413 |`,
  `| streams of changes | ${listenerBounds.each} for each address, ${n(listenerBounds.all)} in each process | 429, 503 |`,
  `| forms of one account arriving at once | ${bytesInWords(uploadBounds.concurrentBytes).replace('0.5 GiB', '512 MiB')} in each process | 429 |`,
  `| files that are analysed and not published, of one account on all editions | ${bytesInWords(stagedLimits.account)}; ${bytesInWords(stagedLimits.newAccount)} in its first week or without a confirmed address | 429 |`,
  `| the same of all accounts | ${bytesInWords(decideConfig({}).stagedBytes)} (\`STAGED_GIB\`): the account that holds most loses files older than a day | 503 |`,
  `| reading a track or replay | ${seconds(readingLimits.processorMs)} of processor time, ${readingLimits.heapMiB} MiB | 422 |`,
  `| track file | ${bytesInWords(uploadBounds.trackFileBytes)} | 413 |`,
  `| picture | ${bytesInWords(pictureLimits.fileBytes)}, ${minWidth}x${minHeight} to ${maxWidth}x${maxHeight}, aspect ratio ${minRatio.toFixed(2)} to ${maxRatio} | 413, 422 |`,
  `| picture and banner of a user | ${bytesInWords(faceFileBytes)}, ${avatar.minWidth}x${avatar.minHeight} (banner ${banner.minWidth}x${banner.minHeight}) to ${maxSide}x${maxSide}; stored at most ${avatar.widths[0]} (${banner.widths[0]}) wide, without metadata | 413, 422 |`,
  `| profile text, title, custom address | ${n(maxAboutCharacters)}, ${maxTitleCharacters}, ${addressLength.most} characters; the address once in ${addressDays} days | 422, 403 |`,
  `| picture of another host | ${bytesInWords(maxPictureBytes)}, ${n(maxPixels / 1e6)} million pixels, ${seconds(fetchTimeoutMs)}; stored at most ${widest} wide and ${tallest} tall |`,
  `| news: title, message | ${newsTitle.least} to ${newsTitle.most}, 1 to ${n(maxMessageCharacters)} characters | 422 |`,
  `| video: title, author, tracks | ${videoTitleLength.least} to ${videoTitleLength.most}, ${maxAuthorCharacters} characters; ${maxVideoTracks} | 422 |`,
  `| description of a video; its picture | ${bytesInWords(descriptionLimits.maxBytes)}, ${seconds(descriptionLimits.timeoutMs)}; ${bytesInWords(videoPictureLimits.maxBytes)}, ${seconds(videoPictureLimits.timeoutMs)}, ${side.least} to ${side.most} pixels a side |`,
  `| list request | ${seconds(listTimeoutMs)} for a statement; ${n(listRows)} rows | 503, 400 |`,
  `| requests of one client at once | ${requestBounds.placesEach} of ${requestBounds.places} places in each process, the others wait; ${n(requestBounds.maxWaiting)} waiting of all clients | 503 for the client with the most |`,
  `| bodies of one client arriving at once | ${bodyBounds.placesEach} of ${bodyBounds.places} in each process | the others wait |`,
  `| pipelined requests | 1 runs, ${maxPipelined} wait | the connection is closed |`,
  `| zip | ${n(maxSearchTracks)} tracks of a search, ${n(maxReplays)} replays; ${zipPlaces.maxEach} at a time for each user or network (${Math.ceil(zipPlaces.maxEach / 2)} and 1 when more than half and three quarters of all places are taken), ${zipPlaces.most} in each process; ${bytesInWords(zipPlaces.leastBytes)} a minute while others wait | 413, 429, 503 |`,
  'On a full disk uploads get 507',
  'a busy server responds with 503',
];
