"""Arrays in device memory. What needs a GPU is skipped by name where there is none."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from cuda_memory import DeviceCopy, runtime, to_host

import thrustline as tl

WALK = np.random.default_rng(3).normal(size=(5000, 2)).cumsum(0)
OFFSETS = np.array([0, 100, 3000, 5000])
on_gpu = pytest.mark.skipif(
    not tl.cuda_status().available or runtime() is None, reason=f"needs a GPU: {tl.cuda_status().reason}"
)


class Fake:
    """A holder that says that it is in device memory; nothing may read it."""

    def __init__(self, array: np.ndarray, **more: object) -> None:
        self.__cuda_array_interface__ = {
            "shape": array.shape, "typestr": array.dtype.str, "data": (1 << 40, False), "version": 3, **more
        }


class FakeDLPack:
    """A holder on a device that is neither the host nor CUDA."""

    def __dlpack_device__(self) -> tuple[int, int]:
        return (8, 0)

    def __dlpack__(self, **_: object) -> object:
        raise AssertionError("must not be asked for its data")


def test_cpu_executor_refuses_device_memory():
    with pytest.raises(tl.InvalidArgument, match="^on: .*cuda:0.*cpu, "):
        tl.simplify_mask(Fake(WALK), 1.0, on=tl.Executor.cpu())
    with pytest.raises(tl.InvalidArgument, match="^on: .*cuda:0.*'cpu'"):
        tl.simplify_mask(Fake(WALK), 1.0, on="cpu")


@pytest.mark.skipif(tl.cuda_status().available, reason="there is a GPU")
def test_without_a_gpu_device_memory_is_an_error():
    with pytest.raises((RuntimeError, ValueError), match="CUDA|device"):
        tl.simplify_mask(Fake(WALK), 1.0)
    with pytest.raises((RuntimeError, ValueError), match="CUDA|device"):
        tl.Executor.cuda()


@pytest.mark.parametrize(
    "holder, problem",
    [
        (Fake(WALK.astype(np.float16)), "float32 or float64"),
        (Fake(WALK.astype(np.int64)), "float32 or float64"),
        (Fake(WALK, strides=(32, 8)), "dense"),
        (Fake(WALK, strides=(16, -8)), "dense"),
        (Fake(WALK, mask=Fake(np.ones(5, bool))), "masked"),
        (FakeDLPack(), "DLPack's type 8"),
    ],
    ids=["float16", "int64", "strided", "negative strides", "masked", "another device"],
)
def test_bad_device_array_is_a_type_error(holder, problem):
    with pytest.raises(TypeError, match=problem):
        tl.simplify_mask(holder, 1.0, on=tl.Executor.cpu())


@pytest.mark.parametrize(
    "argument, call",
    [
        ("mask", lambda: tl.select(WALK, Fake(np.ones(5000, bool)))),
        ("mask", lambda: tl.max_deviation(WALK, Fake(np.ones(5000, bool)))),
        ("mask", lambda: tl.finish_rings(WALK, Fake(np.ones(5000, bool)), 1.0, rings=tl.Rings())),
        ("pins", lambda: tl.simplify(WALK, 1.0, pins=Fake(np.ones(5000, bool)))),
        ("rings.which", lambda: tl.simplify(WALK, 1.0, rings=tl.Rings(Fake(np.ones(1, bool))))),
        ("count", lambda: tl.simplify_to_count(WALK, Fake(np.ones(1, np.int64)))),
        ("ratio", lambda: tl.simplify_to_ratio(WALK, Fake(np.ones(1)))),
        ("tolerance", lambda: tl.simplify(WALK, Fake(np.ones(1)))),
        ("tolerance", lambda: tl.segment_columns(np.zeros((4, 3)), Fake(np.ones(3)))),
        ("out", lambda: tl.median_filter(np.zeros((4, 3), np.float32), out=Fake(np.zeros((4, 3), np.float32)))),
    ],
)
def test_argument_on_a_device_does_not_go_with_points_on_the_host(argument, call):
    with pytest.raises(tl.InvalidArgument, match=f"^{argument}: must be in host memory"):
        call()


def test_stream_of_a_holder_is_its_library_stream():
    from thrustline._libraries import library_of

    assert library_of(Fake(WALK, stream=7))[0].stream == 7
    assert library_of(Fake(WALK))[0].stream is None
    assert library_of(Fake(WALK, strides=(16, 8)))[0].dense(Fake(WALK, strides=(16, 8)), "points", ("float64",))


def test_streams_of_other_libraries_have_an_address():
    from thrustline._executor import stream_address

    class Torch:
        cuda_stream = 5

    class CuPy:
        ptr = 6

    class Protocol:
        def __cuda_stream__(self) -> tuple[int, int]:
            return (0, 7)

    assert [stream_address(s) for s in (None, 1, Torch(), CuPy(), Protocol())] == [0, 1, 5, 6, 7]
    assert stream_address(stream_with(handle=ctypes.c_void_p(0))) == 0  # CUDA's default stream, as Numba has it
    assert stream_address(stream_with(handle=ctypes.c_void_p(8))) == 8


class ClosedStream:
    """A stream of a library that refuses to give the handle of a closed one."""

    def __cuda_stream__(self) -> tuple[int, int]:
        raise RuntimeError("the stream is closed")


class ClosedStreamWithPointer:
    """The same of a library without the protocol."""

    @property
    def ptr(self) -> int:
        raise RuntimeError("the stream is closed")


CALLS_ON_STREAMS = {
    "points of the host": lambda stream: tl.simplify(WALK, 1.0, stream=stream),
    "on CUDA": lambda stream: tl.simplify(WALK, 1.0, on="cuda", stream=stream),
    "an executor": lambda stream: tl.Executor.cuda(stream=stream),
    "points of a device": lambda stream: tl.simplify(Fake(WALK), 1.0, stream=stream),
}


@pytest.mark.parametrize("stream", [ClosedStream(), ClosedStreamWithPointer()], ids=["protocol", "pointer"])
@pytest.mark.parametrize("call", CALLS_ON_STREAMS.values(), ids=CALLS_ON_STREAMS)
def test_closed_stream_is_its_librarys_error(call, stream):
    with pytest.raises(RuntimeError, match="the stream is closed"):
        call(stream)
    assert len(tl.simplify(WALK, 1.0)) > 2  # the next call works


def stream_with(**attributes: object) -> object:
    """A stream of a library that gives something else than a handle."""
    return type("Stream", (), attributes)()


@pytest.mark.parametrize("stream", [
    stream_with(__cuda_stream__=lambda self: (0,)),
    stream_with(__cuda_stream__=lambda self: (0, None)),
    stream_with(__cuda_stream__=lambda self: (0, -5)),
    stream_with(__cuda_stream__=lambda self: 7),
    stream_with(ptr="seven"),
    stream_with(cuda_stream=-1),
    stream_with(handle=2**64),
    2**64,
    1.5,
    "7",
], ids=["one number", "None", "negative", "no pair", "text", "negative attribute", "too large", "too large a number",
        "no integer", "a word"])
@pytest.mark.parametrize("call", CALLS_ON_STREAMS.values(), ids=CALLS_ON_STREAMS)
def test_what_is_no_stream_is_named(call, stream):
    with pytest.raises(tl.InvalidArgument, match="^stream: must be a CUDA stream or its address") as raised:
        call(stream)
    assert raised.value.argument == "stream"


@on_gpu
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_gpu_gives_the_bits_of_the_cpu(dtype):
    points = WALK.astype(dtype)
    held, ends = DeviceCopy(points), DeviceCopy(OFFSETS)
    mask = tl.simplify_mask(held, 2.0, offsets=ends)
    np.testing.assert_array_equal(to_host(mask), tl.simplify_mask(points, 2.0, offsets=OFFSETS, on="cpu"))
    kept = tl.simplify(held, 2.0, offsets=ends)
    expected = tl.simplify(points, 2.0, offsets=OFFSETS, on="cpu")
    np.testing.assert_array_equal(to_host(kept.values), expected.values)
    np.testing.assert_array_equal(to_host(kept.offsets), expected.offsets)
    for call in (tl.simplify_indices, tl.simplify_segments):
        np.testing.assert_array_equal(to_host(call(held, 2.0)), call(points, 2.0, on="cpu"))
    np.testing.assert_array_equal(to_host(tl.significance(held)), tl.significance(points, on="cpu"))
    np.testing.assert_array_equal(to_host(tl.simplify_to_count(held, 99)), tl.simplify_to_count(points, 99, on="cpu"))
    np.testing.assert_array_equal(to_host(tl.convex_hull(held)), tl.convex_hull(points, on="cpu"))
    assert tl.max_deviation(held, mask) <= 2.0


@on_gpu
def test_finish_rings_changes_a_mask_on_a_gpu_in_place():
    ring, mask = np.array([[0, 0], [1, 0], [0, 1], [0, 0.0]]), np.array([1, 0, 0, 1], np.uint8)
    held = DeviceCopy(mask)
    assert tl.finish_rings(DeviceCopy(ring), held, 5.0, rings=tl.Rings(minimum="keep")) == 4
    assert to_host(held).all()
    with pytest.raises(tl.InvalidArgument, match="^mask: must be in device memory"):
        tl.finish_rings(DeviceCopy(ring), mask, 5.0, rings=tl.Rings(minimum="keep"))


@on_gpu
def test_host_points_on_a_gpu():
    np.testing.assert_array_equal(tl.simplify(WALK, 2.0, on="cuda"), tl.simplify(WALK, 2.0, on="cpu"))
    with tl.Executor.cuda() as on:
        np.testing.assert_array_equal(tl.simplify(WALK, 2.0), tl.simplify(WALK, 2.0, on="cpu"))
        assert on.workspace_bytes > 0


@on_gpu
def test_depth_images_on_a_gpu():
    images = np.random.default_rng(6).uniform(1, 60, (2, 50, 20)).astype(np.float32)
    held = DeviceCopy(images)
    expected = tl.segment_columns(images, 5.0, on="cpu")
    found = tl.segment_columns(held, 5.0)
    np.testing.assert_array_equal(to_host(found.offsets), expected.offsets)
    np.testing.assert_array_equal(to_host(found.buffer)[:, 2], expected.value_first)
    np.testing.assert_array_equal(to_host(tl.median_filter(held)), tl.median_filter(images, on="cpu"))


@on_gpu
def test_stixels_on_a_gpu():
    from test_depth import CAMERA, scene

    road = tl.Road(slope=0.4, horizon=50)
    expected = tl.stixels(scene(), CAMERA, road=road, on="cpu")
    found = tl.stixels(DeviceCopy(scene()), CAMERA, road=road)
    np.testing.assert_array_equal(to_host(found.offsets), expected.offsets)
    np.testing.assert_array_equal(to_host(found.buffer).view(np.int32), expected.buffer.view(np.int32))


@on_gpu
def test_cuda_after_fork_is_an_error():
    from test_threads import in_child

    tl.simplify(WALK, 1.0, on="cuda")

    def refused() -> bool:
        with pytest.raises(RuntimeError, match="spawn"):
            tl.simplify(WALK, 1.0, on="cuda")
        return len(tl.simplify(WALK, 1.0)) > 2

    assert in_child(refused) == 0


@on_gpu
def test_child_of_a_fork_drops_an_executor():
    from test_threads import in_child

    held = [tl.Executor.cuda()]
    tl.simplify(WALK, 1.0, on=held[0])
    assert in_child(lambda: held.clear() is None) == 0
    assert len(tl.simplify(WALK, 1.0, on=held[0])) > 2


@on_gpu
def test_results_of_a_holder_are_plain_arrays_of_the_device():
    result = tl.simplify(DeviceCopy(WALK), 2.0)
    assert isinstance(result, tl.DeviceArray)
    for index in (0, (0, 1), "x"):
        with pytest.raises(TypeError, match="^an index must be a slice"):
            result[index]
    with pytest.raises(TypeError, match="iterable"):
        list(result)
    for request in ({"copy": True}, {"dl_device": (1, 0)}):
        with pytest.raises(BufferError):
            result.__dlpack__(**request)
    with pytest.raises(tl.InvalidArgument, match="^out: is for points in host memory"):
        tl.simplify_mask(DeviceCopy(WALK), 2.0, out=np.zeros(len(WALK), bool))


# Libraries of arrays: what they hand over, and what they get back


class OfTorch:
    """Tensors of PyTorch on a GPU."""

    name = "torch"

    def __init__(self, library: object) -> None:
        self.library = library

    def array(self, host: np.ndarray) -> object:
        return self.library.from_numpy(np.ascontiguousarray(host)).cuda()

    def host(self, array: object) -> np.ndarray:
        assert isinstance(array, self.library.Tensor) and array.is_cuda
        return array.cpu().numpy()


class OfCuPy:
    """Arrays of CuPy."""

    name = "cupy"

    def __init__(self, library: object) -> None:
        self.library = library

    def array(self, host: np.ndarray) -> object:
        return self.library.asarray(host)

    def host(self, array: object) -> np.ndarray:
        assert isinstance(array, self.library.ndarray)
        return array.get()


@pytest.fixture(params=[OfTorch, OfCuPy], ids=lambda kind: kind.name)
def arrays(request):
    library = pytest.importorskip(request.param.name)
    if not tl.cuda_status().available:
        pytest.skip(f"needs a GPU: {tl.cuda_status().reason}")
    return request.param(library)


def test_arrays_of_a_library_come_back(arrays):
    points, ends = arrays.array(WALK), arrays.array(OFFSETS)
    np.testing.assert_array_equal(arrays.host(tl.simplify(points, 2.0)), tl.simplify(WALK, 2.0, on="cpu"))
    for given in (ends, OFFSETS, arrays.array(OFFSETS.astype(np.int32))):
        found, expected = tl.simplify(points, 2.0, offsets=given), tl.simplify(WALK, 2.0, offsets=OFFSETS, on="cpu")
        np.testing.assert_array_equal(arrays.host(found.values), expected.values)
        np.testing.assert_array_equal(arrays.host(found.offsets), expected.offsets)
    mask = tl.simplify_mask(points, 2.0)
    np.testing.assert_array_equal(arrays.host(mask), tl.simplify_mask(WALK, 2.0, on="cpu"))
    np.testing.assert_array_equal(arrays.host(tl.select(points, mask)), WALK[tl.simplify_mask(WALK, 2.0, on="cpu")])
    assert tl.max_deviation(points, mask) == tl.max_deviation(WALK, arrays.host(mask), on="cpu")
    for call in (tl.convex_hull, tl.simplify_indices, tl.simplify_segments):
        more = () if call is tl.convex_hull else (2.0,)
        np.testing.assert_array_equal(arrays.host(call(points, *more)), call(WALK, *more, on="cpu"))


def test_arrays_of_any_strides_and_offsets_of_ragged(arrays):
    wide = np.repeat(WALK, 2, axis=0)
    np.testing.assert_array_equal(
        arrays.host(tl.simplify(arrays.array(wide)[::2], 2.0)), tl.simplify(WALK, 2.0, on="cpu")
    )
    points, ends = arrays.array(WALK), arrays.array(OFFSETS)
    keep = tl.simplify_mask(WALK, 2.0, offsets=OFFSETS, on="cpu")
    expected = tl.select(tl.Ragged(WALK, OFFSETS), tl.Ragged(keep, OFFSETS))
    for other in (ends, arrays.array(OFFSETS), arrays.array(OFFSETS.astype(np.int32)), OFFSETS):
        found = tl.select(tl.Ragged(points, ends), tl.Ragged(arrays.array(keep), arrays.array(OFFSETS)))
        np.testing.assert_array_equal(arrays.host(found.values), expected.values)
    with pytest.raises(tl.InvalidArgument, match="^mask: must have the offsets of the points"):
        tl.select(tl.Ragged(points, ends), tl.Ragged(arrays.array(keep), arrays.array(np.array([0, 101, 3000, 5000]))))


def test_a_tolerance_for_each_column_in_device_memory(arrays):
    images = np.random.default_rng(6).uniform(1, 60, (2, 50, 20)).astype(np.float32)
    each = np.linspace(1, 9, 40)
    expected = tl.segment_columns(images, each, on="cpu")
    for given in (arrays.array(each), arrays.array(np.repeat(each, 2))[::2], each):
        found = tl.segment_columns(arrays.array(images), given)
        np.testing.assert_array_equal(arrays.host(found.offsets), expected.offsets)
        np.testing.assert_array_equal(arrays.host(found.first), expected.first)
        np.testing.assert_array_equal(arrays.host(found.value_last), expected.value_last)
    with pytest.raises(tl.InvalidArgument, match="^tolerance: must be in host memory"):
        tl.segment_columns(images, arrays.array(each))


def test_outputs_in_another_memory_are_named(arrays):
    image = np.random.default_rng(6).uniform(1, 60, (50, 20)).astype(np.float32)
    out = arrays.array(np.zeros_like(image))
    assert tl.median_filter(arrays.array(image), out=out) is out
    np.testing.assert_array_equal(arrays.host(out), tl.median_filter(image, on="cpu"))
    with pytest.raises(tl.InvalidArgument, match="^out: must be in device memory"):
        tl.median_filter(arrays.array(image), out=np.zeros_like(image))
    with pytest.raises(tl.InvalidArgument, match="^out: must be in host memory"):
        tl.median_filter(image, out=out)
    with pytest.raises(tl.InvalidArgument, match="^out: is for points in host memory"):
        tl.simplify_mask(arrays.array(WALK), 2.0, out=np.zeros(len(WALK), bool))


@on_gpu
def test_arguments_of_two_libraries_are_named():
    torch, cupy = pytest.importorskip("torch"), pytest.importorskip("cupy")
    points, mask = torch.from_numpy(WALK).cuda(), cupy.ones(len(WALK), bool)
    for call, argument in (
        (lambda: tl.select(points, mask), "mask"),
        (lambda: tl.simplify(points, 1.0, pins=mask), "pins"),
        (lambda: tl.simplify(points, 1.0, offsets=cupy.asarray(OFFSETS)), "offsets"),
        (lambda: tl.median_filter(torch.ones(4, 3).cuda(), out=cupy.ones((4, 3), np.float32)), "out"),
    ):
        with pytest.raises(TypeError, match=f"^{argument} must be an array of the library"):
            call()


@on_gpu
def test_numba_and_jax_arrays():
    cuda = pytest.importorskip("numba.cuda")
    expected = tl.simplify(WALK, 2.0, on="cpu")
    result = tl.simplify(cuda.to_device(WALK), 2.0)
    np.testing.assert_array_equal(result.copy_to_host(), expected)
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX sees no GPU")
    narrow = WALK.astype(np.float32)
    result = tl.simplify(jax.numpy.asarray(narrow), 2.0)
    np.testing.assert_array_equal(np.asarray(result), tl.simplify(narrow, 2.0, on="cpu"))


@on_gpu
def test_torch_runs_on_its_stream():
    torch = pytest.importorskip("torch")
    points = torch.from_numpy(WALK).cuda()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        result = tl.simplify(points * 1.0, 2.0)
    np.testing.assert_array_equal(result.cpu().numpy(), tl.simplify(WALK, 2.0, on="cpu"))


def late_tensor(torch, array):
    """A tensor of every other row, which its current stream writes after a while. Nowhere else in device memory are its
    numbers: PyTorch's memory that is used again must not hold them by chance."""
    twice = torch.zeros((2 * len(array), *array.shape[1:]), dtype=torch.float64, device="cuda")
    halves = torch.from_numpy(array / 2).cuda()
    torch.cuda.synchronize()
    torch.cuda._sleep(200_000_000)
    twice[::2] = halves
    twice *= 2
    return twice[::2]


@on_gpu
@pytest.mark.parametrize("how, factor", [("stream", 3), ("executor", 5), ("entered", 7)])
def test_a_call_on_another_stream_waits_for_the_tensors(how, factor):
    torch = pytest.importorskip("torch")
    walk = factor * WALK
    other = torch.cuda.Stream()
    on = tl.Executor.cuda(stream=other)

    def simplified(points):
        if how == "stream":
            return tl.simplify(points, 2.0, stream=other)
        if how == "executor":
            return tl.simplify(points, 2.0, on=on)
        with on:
            return tl.simplify(points, 2.0)

    simplified(torch.ones(WALK.shape, dtype=torch.float64, device="cuda"))  # what a first call loads makes it wait
    points = late_tensor(torch, walk)  # not dense: the call makes a copy on the current stream
    np.testing.assert_array_equal(simplified(points).cpu().numpy(), tl.simplify(walk, 2.0, on="cpu"))


@on_gpu
def test_results_of_another_stream_are_ready_on_the_current_one():
    torch = pytest.importorskip("torch")
    frames = np.abs(WALK[:4000]).reshape(2, 40, 100).astype(np.float32)
    expected = tl.median_filter(frames, on="cpu")
    other = torch.cuda.Stream()
    given = torch.from_numpy(frames).cuda()
    out = torch.empty_like(given)
    tl.median_filter(given, out=out, stream=other)  # what a first call loads and allocates waits for the device
    torch.cuda.synchronize()
    out.zero_()
    torch.cuda.synchronize()
    with torch.cuda.stream(other):
        torch.cuda._sleep(200_000_000)
    tl.median_filter(given, out=out, stream=other)
    np.testing.assert_array_equal(out.cpu().numpy(), expected)
