/* [capture~ FILE FRAMES]: keeps the first FRAMES of two signals and writes them on `save`, left then right.
 * Pd's own recorders set very small samples to zero. */
#include <stdio.h>
#include <stdlib.h>

#include "m_pd.h"

typedef struct Capture {
  t_object object;
  t_float unused;
  int frames;
  int at;
  t_symbol* file;
  float* samples;
} Capture;

static t_class* capture_class;

static t_int* capture_perform(t_int* words) {
  Capture* const x = (Capture*)words[1];
  const t_sample* const left = (t_sample*)words[2];
  const t_sample* const right = (t_sample*)words[3];
  const int count = (int)words[4];
  int i;
  for (i = 0; i < count && x->at < x->frames; ++i, ++x->at) {
    x->samples[x->at] = (float)left[i];
    x->samples[x->frames + x->at] = (float)right[i];
  }
  return words + 5;
}

static void capture_dsp(Capture* x, t_signal** signals) {
  dsp_add(capture_perform, 4, x, signals[0]->s_vec, signals[1]->s_vec, (t_int)signals[0]->s_n);
}

static void capture_save(Capture* x) {
  FILE* const file = fopen(x->file->s_name, "wb");
  if (file == NULL) return;
  fwrite(x->samples, sizeof(float), 2 * (size_t)x->frames, file);
  fclose(file);
}

static void* capture_new(t_symbol* file, t_floatarg frames) {
  Capture* const x = (Capture*)pd_new(capture_class);
  x->frames = (int)frames;
  x->at = 0;
  x->file = file;
  x->samples = calloc(2 * (size_t)x->frames, sizeof(float));
  signalinlet_new(&x->object, 0);
  return x;
}

static void capture_free(Capture* x) {
  free(x->samples);
}

void capture_tilde_setup(void);
void capture_tilde_setup(void) {
  capture_class = class_new(gensym("capture~"), (t_newmethod)capture_new, (t_method)capture_free,
                            sizeof(Capture), CLASS_DEFAULT, A_DEFSYM, A_DEFFLOAT, A_NULL);
  CLASS_MAINSIGNALIN(capture_class, Capture, unused);
  class_addmethod(capture_class, (t_method)capture_dsp, gensym("dsp"), A_CANT, A_NULL);
  class_addmethod(capture_class, (t_method)capture_save, gensym("save"), A_NULL);
}
